import { useEffect, useRef } from "react";
import { settable } from "../../lifecycle.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";

const EDIT = "e";
/** In their order. */
const KEYS = ["j", "k", "status", "statusNext", "x", EDIT, "/", "Esc", "?"] as const;

/** The keys of a list and what they do. Opened by a key or a button that exist only where scripts run. */
export function Shortcuts({ hasEditor, close }: { hasEditor: boolean; close: () => void }) {
	const { t, locale } = useTranslation();
	const settables = settable("organiser");
	const statuses = settables.map((status) => t(`status.${status}`)).join(marks[locale].item);
	const digits = `1-${settables.length}`;
	const named: Partial<Record<string, string>> = { status: digits, statusNext: `⇧ ${digits}` };
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		dialog.current?.showModal();
	}, []);
	return (
		<dialog ref={dialog} className="shortcuts" aria-labelledby="shortcuts-title" onClose={close}>
			<h2 id="shortcuts-title">{t("reading.shortcuts")}</h2>
			<dl>
				{KEYS.filter((key) => hasEditor || key !== EDIT).map((key) => (
					<div key={key} className="shortcut">
						<dt>
							<kbd>{named[key] ?? key}</kbd>
						</dt>
						<dd>{t(`reading.keys.${key}`, { statuses })}</dd>
					</div>
				))}
			</dl>
			<button type="button" onClick={() => dialog.current?.close()}>
				{t("admin.close")}
			</button>
		</dialog>
	);
}
