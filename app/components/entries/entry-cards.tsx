import { useAllTexts } from "../../all-texts.ts";
import type { CallCard } from "../../programmes/external-call.ts";
import { WholeDays } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";

/** The programmes people can enter, with their periods and states. */
export function EntryCards(props: {
	cards: readonly CallCard[];
	/** Open calls without a card. */
	further: readonly { href: string; title: string }[];
}) {
	const { cards, further } = props;
	const { t } = useAllTexts();
	return (
		<>
			<ul className="cards">
				{cards.map((card) => (
					<li key={card.href}>
						<h3>
							<a href={card.href}>{card.title}</a>
						</h3>
						<p>
							<WholeDays text={card.lead} />
						</p>
						<p className="hint">
							<span className={card.state === "open" ? "status status-accept" : "status"}>
								{t(`dashboard.state.${card.state}`)}
							</span>
							<Space />
							<WholeDays text={card.period} />
						</p>
					</li>
				))}
			</ul>
			{further.length > 0 && <h3>{t("dashboard.further")}</h3>}
			{further.length > 0 && (
				<ul>
					{further.map(({ href, title }) => (
						<li key={href}>
							<a href={href}>{title}</a>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
