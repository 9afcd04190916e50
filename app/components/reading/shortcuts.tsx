import type { EntryKind } from "../../kinds.ts";
import { rulesOfKind } from "../../kinds.ts";
import { settable } from "../../lifecycle.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";

const EDIT = "e";
/** In their order. */
const KEYS = ["j", "k", "status", "statusNext", "x", EDIT, "/", "Esc", "?"] as const;

/** The keys of a list and what they do. */
export function Shortcuts({ kind }: { kind: EntryKind }) {
	const { t, locale } = useTranslation();
	const { hasEditor } = rulesOfKind(kind);
	const settables = settable("organiser");
	const statuses = settables.map((status) => t(`status.${status}`)).join(marks[locale].item);
	const digits = `1-${settables.length}`;
	const named: Partial<Record<string, string>> = { status: digits, statusNext: `⇧ ${digits}` };
	return (
		<dl className="shortcuts">
			{KEYS.filter((key) => hasEditor || key !== EDIT).map((key) => (
				<div key={key} className="shortcut">
					<dt>
						<kbd>{named[key] ?? key}</kbd>
					</dt>
					<dd>{t(`reading.keys.${key}`, { statuses })}</dd>
				</div>
			))}
		</dl>
	);
}
