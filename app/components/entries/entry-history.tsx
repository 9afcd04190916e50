import { LOG_STATES } from "../../enumerations.ts";
import { STATUSES } from "../../lifecycle.ts";
import type { shownDetails } from "../../pages/entry-details.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Dated } from "../layout/dated.tsx";

/** Actions of guests on their own entries. Other lines without a name are actions of the portal. */
const BY_AUTHORS: ReadonlySet<string> = new Set(["Created", "Edited", "Withdrawn", "Restored"]);

/** What happened to an entry, who did it and what it changed. */
export function EntryHistory({ log }: Pick<ReturnType<typeof shownDetails>, "log">) {
	const { t, locale } = useTranslation();
	return (
		<>
			<h2>{t("admin.history")}</h2>
			<ul className="history">
				{log.map((line) => (
					<li key={line.id}>
						<Dated date={line.at} /> · {t(`log.${line.type}`)} · {statusText(line.state)}
						{(line.by || BY_AUTHORS.has(line.type)) && <> · {line.by || t("admin.guest")}</>}
						{line.changes.length > 0 && (
							<ul>
								{line.changes.map(({ field, from, to }) => (
									<li key={field}>
										{/* Values that are hidden, or read the same, say nothing. */}
										{from === to ? (
											t("log.changed", { field })
										) : (
											<>
												{field}
												{marks[locale].colon}
												<del>{from || "–"}</del> → <ins>{to || "–"}</ins>
											</>
										)}
									</li>
								))}
							</ul>
						)}
					</li>
				))}
			</ul>
		</>
	);

	function statusText(state: string): string {
		const status = STATUSES.find((one) => one === state);
		if (status) return t(`status.${status}`);
		const happened = LOG_STATES.find((one) => one === state);
		return happened ? t(`log.states.${happened}`) : state;
	}
}
