import { Fragment } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { publicTalksPage } from "../../pages/public-lists.server.ts";
import { StatusMark } from "../entries/status-mark.tsx";
import { Dated } from "../layout/dated.tsx";
import { langOf } from "../layout/text-language.ts";
import type { Order } from "./table.tsx";

type Talk = ReturnType<typeof publicTalksPage>["rows"][number];

/** The public talks, a card each. @param open address of a talk's details */
export function TalkCards({ talks, open }: { talks: readonly Talk[]; open: (id: number) => string }) {
	const { t, locale } = useAllTexts();
	return (
		<ul className="cards talk-cards">
			{talks.map((talk) => (
				<li key={talk.id}>
					<h2>
						<a href={open(talk.id)} lang={langOf(talk.title, locale)}>
							{talk.title}
						</a>
					</h2>
					<p>
						{talk.name} {talk.org && <span className="hint">{talk.org}</span>}
					</p>
					{talk.abstract && <p lang={langOf(talk.abstract, locale)}>{talk.abstract}</p>}
					<p className="talk-facts">
						<StatusMark status={talk.status} />{" "}
						{talk.emailSent && (
							<>
								<span className="status">{t("publicTalks.sent")}</span>{" "}
							</>
						)}
						<span className="hint">{[talk.track, talk.language].filter(Boolean).join(" · ")}</span>
					</p>
					<p className="hint">
						{`#${talk.displayIndex} · `}
						<Dated date={talk.updated} text={t("entry.updated", { time: talk.updated })} />
					</p>
				</li>
			))}
		</ul>
	);
}

/** What a list without columns can be sorted by; the order it is in turns round. */
export function SortLinks({ order, by }: { order: Order; by: readonly { sort: string; label: string }[] }) {
	const { t } = useAllTexts();
	return (
		<nav className="sort-links" aria-label={t("publicTalks.sort")}>
			<span aria-hidden="true">{t("publicTalks.sort")}</span>{" "}
			{by.map(({ sort, label }) => {
				const isAscending = order.sort === sort;
				const isChosen = isAscending || order.sort === `-${sort}`;
				return (
					<Fragment key={sort}>
						<a href={order.pathOf(isAscending ? `-${sort}` : sort)} aria-current={isChosen ? "true" : undefined}>
							{label}
							{isChosen && <span aria-hidden="true"> {isAscending ? "▲" : "▼"}</span>}
						</a>{" "}
					</Fragment>
				);
			})}
		</nav>
	);
}
