import { Fragment } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { publicTalksPage } from "../../pages/public-lists.server.ts";
import { StatusMark } from "../entries/status-mark.tsx";
import { Dated } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { FoundText } from "./found-text.tsx";
import { Marked } from "./marked.tsx";
import type { Order } from "./table.tsx";

type Talk = ReturnType<typeof publicTalksPage>["rows"][number];

interface Props {
	talks: readonly Talk[];
	/** Whose words are marked. */
	query: string;
	/** Their statuses differ. */
	showsStatus: boolean;
	/** Address of a talk's details. */
	open: (id: number) => string;
}

/** The public talks, a card each. */
export function TalkCards({ talks, query, showsStatus, open }: Props) {
	const { t, locale } = useAllTexts();
	return (
		<ul className="cards talk-cards">
			{talks.map((talk) => (
				<li key={talk.id}>
					<h2>
						<a href={open(talk.id)} lang={langOf(talk.title, locale)}>
							<Marked text={talk.title} query={query} />
						</a>
					</h2>
					<p>
						<Marked text={talk.name} query={query} />
						<Space />
						{talk.org && (
							<span className="hint">
								<Marked text={talk.org} query={query} />
							</span>
						)}
					</p>
					{talk.abstract && <p lang={langOf(talk.abstract, locale)}>{talk.abstract}</p>}
					<FoundText found={talk.found} query={query} />
					<p className="talk-facts">
						{showsStatus && <StatusMark status={talk.status} />}
						<Space />
						{talk.emailSent && (
							<>
								<span className="status">{t("publicTalks.sent")}</span>
								<Space />
							</>
						)}
						<span className="hint">{[talk.track, talk.language].filter(Boolean).join(" · ")}</span>
					</p>
					<p className="hint">
						{t("publicTalks.place", { number: talk.displayIndex })}
						{" · "}
						<Dated date={talk.updated} text={t("entry.updated", { time: talk.updated })} />
					</p>
				</li>
			))}
		</ul>
	);
}

/** Sort links for a list without columns; the current one reverses the order. */
export function SortLinks({ order, by }: { order: Order; by: readonly { sort: string; label: string }[] }) {
	const { t } = useAllTexts();
	return (
		<nav className="sort-links" aria-label={t("admin.sort")}>
			<span aria-hidden="true">{t("admin.sort")}</span>
			<Space />
			{by.map(({ sort, label }) => {
				const isAscending = order.sort === sort;
				const isChosen = isAscending || order.sort === `-${sort}`;
				return (
					<Fragment key={sort}>
						<a href={order.pathOf(isAscending ? `-${sort}` : sort)} aria-current={isChosen ? "true" : undefined}>
							{label}
							{isChosen && <span aria-hidden="true"> {isAscending ? "▲" : "▼"}</span>}
						</a>
						<Space />
					</Fragment>
				);
			})}
		</nav>
	);
}
