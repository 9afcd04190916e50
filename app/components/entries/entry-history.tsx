import type { shownDetails } from "../../pages/entry-details.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Dated } from "../layout/dated.tsx";

type Line = ReturnType<typeof shownDetails>["log"][number];

/** What happened to an entry, who did it and what it changed. */
export function EntryHistory({ log }: { log: readonly Line[] }) {
	const { t, locale } = useTranslation();
	const changeText = ({ field, from, to, said }: Line["changes"][number]) =>
		said || (
			<>
				{field}
				{marks[locale].colon}
				<del>{from || "–"}</del> → <ins>{to || "–"}</ins>
			</>
		);
	return (
		<>
			<h2>{t("admin.history")}</h2>
			<ul className="history">
				{log.map(({ id, at, by, said, isChange, changes }) => {
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
		</>
	);
}
