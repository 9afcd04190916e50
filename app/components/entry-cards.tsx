import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";

export interface CallCard {
	path: string;
	title: string;
	/** When submissions are accepted, in words; undefined where no dates are set. */
	period?: { from: string; to: string };
	open: boolean;
}

/** The programmes people can enter, with their periods and whether they are open; the last one lives on another site. */
export function EntryCards({ cards }: { cards: readonly CallCard[] }) {
	const { t } = useTranslation();
	const brand = useRoot()?.brand;
	return (
		<ul className="cards">
			{cards.map((card) => (
				<li key={card.path}>
					<h3>
						<a href={card.path}>{card.title}</a>
					</h3>
					<p>{t("dashboard.talkCard")}</p>
					<p className="hint">
						<span className={card.open ? "status accept" : "status"}>
							{t(card.open ? "dashboard.open" : "dashboard.closed")}
						</span>{" "}
						{card.period && t("dashboard.accepted", card.period)}
					</p>
				</li>
			))}
			<li>
				<h3>
					<a href={brand?.spotlightSite}>{t("dashboard.spotlightCard")}</a>
				</h3>
				<p>{t("dashboard.spotlightLead")}</p>
			</li>
		</ul>
	);
}
