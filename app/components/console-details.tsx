import type { ReactNode } from "react";
import type { entryDetails } from "../pages/works.server.ts";
import { useTranslation } from "../translation.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { EntryHistory } from "./entry-history.tsx";
import { IncompleteMark } from "./incomplete-mark.tsx";

type Details = NonNullable<ReturnType<typeof entryDetails>>;

/** Everything about one entry that is no talk. `children` stand between its answers and its history. */
export function ConsoleDetails({ details, children }: { details: Details; children?: ReactNode }) {
	const { t } = useTranslation();
	const { reference, status, incomplete, withdrawn, created, updated, shown, log } = details;
	return (
		<>
			<p className="lead">
				<span className={`status ${status.toLowerCase()}`}>{t(`status.${status}`)}</span>{" "}
				{withdrawn && <span className="status reject">{t("entry.withdrawn")}</span>} {reference} ·{" "}
				{t("entry.created", { time: created })} · {t("entry.updated", { time: updated })}
			</p>
			<p>
				<IncompleteMark category={shown.category} fields={incomplete} />
			</p>
			<EntryDetails entry={shown} audience="admin" />
			{children}
			<EntryHistory log={log} />
		</>
	);
}
