import { useEffect, useRef } from "react";
import { useTranslation } from "../../translation.tsx";

const KEYS = ["j", "k", "1-4", "⇧ 1-4", "x", "e", "/", "Esc", "?"] as const;

/** The keys of a list and what they do. Opened by a key, so it exists only where scripts run. */
export function Shortcuts({ close }: { close: () => void }) {
	const { t } = useTranslation();
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		dialog.current?.showModal();
	}, []);
	return (
		<dialog ref={dialog} className="shortcuts" aria-labelledby="shortcuts-title" onClose={close}>
			<h2 id="shortcuts-title">{t("reading.shortcuts")}</h2>
			<dl>
				{KEYS.map((key) => (
					<div key={key} className="shortcut">
						<dt>
							<kbd>{key}</kbd>
						</dt>
						<dd>{t(`reading.keys.${key}`)}</dd>
					</div>
				))}
			</dl>
			<button type="button" onClick={() => dialog.current?.close()}>
				{t("admin.close")}
			</button>
		</dialog>
	);
}
