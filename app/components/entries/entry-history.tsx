import type { shownDetails } from "../../pages/entry-details.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Dated } from "../layout/dated.tsx";

type History = ReturnType<typeof shownDetails>["history"];
type Line = History["lines"][number];

/** The newest part of what happened to an entry, with a link to the rest. */
export function EntryHistory({ history: { lines, older } }: { history: History }) {
	const { t } = useTranslation();
	return (
		<>
			<h2>{t("admin.history")}</h2>
			{older && (
				<p>
					<a href={older}>{t("admin.older")}</a>
				</p>
			)}
			<HistoryLines lines={lines} />
		</>
	);
}

/** What happened to an entry, who did it and what it changed. */
export function HistoryLines({ lines }: { lines: readonly Line[] }) {
	const { locale } = useTranslation();
	const changeText = ({ field, from, to, said }: Line["changes"][number]) =>
		said || (
			<>
				{field}
				{marks[locale].colon}
				<del>{from || "–"}</del> → <ins>{to || "–"}</ins>
			</>
		);
	return (
		<ul className="history">
			{lines.map(({ id, at, by, said, isChange, changes }) => {
				const [only] = isChange ? changes : [];
				return (
					<li key={id}>
						<Dated date={at} /> · {only ? changeText(only) : said}
						{by && (
							<>
								{" "}
								· <Addresses text={by} />
							</>
						)}
						{!only && changes.length > 0 && (
							<ul>
								{changes.map((change) => (
									<li key={change.field}>{changeText(change)}</li>
								))}
							</ul>
						)}
					</li>
				);
			})}
		</ul>
	);
}
