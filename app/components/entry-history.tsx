import type { historyOf } from "../pages/entry-history.server.ts";
import { useTranslation } from "../translation.tsx";

/** What happened to an entry, who did it and what it changed. */
export function EntryHistory({ log }: { log: ReturnType<typeof historyOf> }) {
	const { t } = useTranslation();
	return (
		<>
			<h2>{t("admin.history")}</h2>
			<ul className="history">
				{log.map((line) => (
					<li key={line.id}>
						{line.at} · {t(`log.${line.type}`)} · {statusText(line.state)} · {line.by || t("admin.guest")}
						{line.changes.length > 0 && (
							<ul>
								{line.changes.map(({ field, from, to }) => (
									<li key={field}>
										{field}: <del>{from || "–"}</del> → <ins>{to || "–"}</ins>
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
		return ["New", "Hold", "Accept", "Reject"].includes(state) ? t(`status.${state as "New"}`) : state;
	}
}
