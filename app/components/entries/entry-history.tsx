import { LOG_STATES } from "../../enumerations.ts";
import { STATUSES } from "../../lifecycle.ts";
import type { shownDetails } from "../../pages/entry-details.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Dated } from "../layout/dated.tsx";

/** Actions of guests on their own entries. Other lines without a name are actions of the portal. */
const BY_AUTHORS: ReadonlySet<string> = new Set(["Created", "Edited", "Withdrawn", "Restored"]);

type Line = ReturnType<typeof shownDetails>["log"][number];

/** What happened to an entry, who did it and what it changed. */
export function EntryHistory({ log }: { log: readonly Line[] }) {
	const { t, locale } = useTranslation();
	return (
		<>
			<h2>{t("admin.history")}</h2>
			<ul className="history">
				{log.map(({ id, at, by, type, state, changes }) => {
					// A changed status is all that happened: it is said once, with the one before.
					const [status] = type === "Status" ? changes : [];
					return (
						<li key={id}>
							<Dated date={at} /> · {status ? changeText(status) : `${t(`log.${type}`)} · ${statusText(state)}`}
							{(by || BY_AUTHORS.has(type)) && <> · {by || t("admin.guest")}</>}
							{!status && changes.length > 0 && (
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

	function changeText({ field, from, to }: Line["changes"][number]) {
		// Values that are hidden, or read the same, say nothing.
		if (from === to) return t("log.changed", { field });
		return (
			<>
				{field}
				{marks[locale].colon}
				<del>{from || "–"}</del> → <ins>{to || "–"}</ins>
			</>
		);
	}

	function statusText(state: string): string {
		const status = STATUSES.find((one) => one === state);
		if (status) return t(`status.${status}`);
		const happened = LOG_STATES.find((one) => one === state);
		return happened ? t(`log.states.${happened}`) : state;
	}
}
