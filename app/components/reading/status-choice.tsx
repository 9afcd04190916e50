import { useEffect } from "react";
import { useChoiceSave } from "../../hooks/choice-save.ts";
import { DECIDE, type Decision } from "../../hooks/reading-keys.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import { lookOf, type Status, settable } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { SentenceSpace } from "../layout/space.tsx";

interface Props {
	row: { id: number; title: string; status: Status };
	saves: RowSaves;
}

/** The status of an entry that is being read: a button for each, and the key that presses it. */
export function StatusChoice({ row, saves }: Props) {
	const { t } = useTranslation();
	const statuses = settable("organiser", row.status);
	const options = statuses.map((status) => ({ value: status as string, label: t(`status.${status}`) }));
	const choice = { name: "status", seen: "was", value: row.status, options } as const;
	const { chosen, choose, report } = useChoiceSave(row, choice, saves);
	useEffect(() => {
		const decide = ({ detail }: CustomEvent<Decision>) => {
			const wanted = statuses[detail.number - 1];
			if (detail.id === row.id && wanted) choose(wanted, { atOnce: true });
		};
		addEventListener(DECIDE, decide as EventListener);
		return () => removeEventListener(DECIDE, decide as EventListener);
	});
	return (
		<fieldset className="status-choice">
			<legend>{t("admin.status")}</legend>
			<input type="hidden" name={`was-${row.id}`} value={row.status} />
			{options.map(({ value, label }, index) => (
				<label key={value} className={`status-dot ${lookOf(value as Status)}`}>
					<input
						type="radio"
						name={`status-${row.id}`}
						value={value}
						checked={chosen === value}
						aria-keyshortcuts={String(index + 1)}
						onChange={() => choose(value)}
					/>
					{label}
				</label>
			))}
			{"message" in report && (
				<p className="error" role="alert">
					{report.message}
					<SentenceSpace />
					{report.kind === "signed-out" && <a href="/login">{t("site.logIn")}</a>}
				</p>
			)}
		</fieldset>
	);
}
