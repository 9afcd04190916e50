import { lookOf, type Status, settable } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { SEEN } from "../../unsaved.ts";

/** The status of an entry that is being read: a button for each, and the key that presses it. */
export function StatusChoice({ row }: { row: { id: number; status: Status } }) {
	const { t } = useTranslation();
	return (
		<fieldset className="status-choice">
			<legend>{t("admin.status")}</legend>
			<input type="hidden" name={`${SEEN.status}-${row.id}`} value={row.status} />
			{settable("organiser", row.status).map((status, index) => (
				<label key={status} className={`status-dot ${lookOf(status)}`}>
					<input
						type="radio"
						name={`status-${row.id}`}
						value={status}
						defaultChecked={status === row.status}
						aria-keyshortcuts={String(index + 1)}
						data-choice=""
					/>
					{t(`status.${status}`)}
				</label>
			))}
		</fieldset>
	);
}
