import { useAllTexts } from "../../all-texts.ts";
import type { CallCard } from "../../programmes/external-call.ts";
import { WholeDays } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";

/** The programmes people can enter, with their periods and states. */
export function EntryCards({ cards }: { cards: readonly CallCard[] }) {
	const { t } = useAllTexts();
	return (
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
						<span className={card.phase === "open" ? "status status-accept" : "status"}>
							{t(`dashboard.state.${card.phase}`)}
						</span>
						<Space />
						<WholeDays text={[card.period, card.isElsewhere && t("calls.elsewhere")].filter(Boolean).join(" · ")} />
					</p>
				</li>
			))}
		</ul>
	);
}
