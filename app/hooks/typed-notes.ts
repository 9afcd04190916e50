import { useEffect } from "react";
import type { ForumReport } from "../pages/forum.server.ts";
import { type Notes, notesIn } from "../programmes/forum.ts";
import { useRoot } from "../root-data.ts";
import { useTranslation } from "../translation.tsx";
import { useOnLeave } from "./on-leave.ts";
import { post } from "./post.ts";
import { amendReadings } from "./readings.ts";
import { useToast } from "./toast.ts";

/** Notes as they were read and as they were typed over, by entry, until they are saved. */
const unsaved = new Map<number, { was: Notes; to: Notes }>();

const same = (one: Notes, other: Notes) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Keeps what is typed into the notes of an entry: they are saved when it is left, and shown again if that failed.
 * @param report of the last form of the page; its `notes` say what became of these
 * @param path takes the notes
 */
export function useTypedNotes(
	{ id, title }: { id: number; title: string },
	notes: Notes,
	report: ForumReport | undefined,
	path: string,
) {
	const tell = useToast();
	const { t } = useTranslation();
	const formToken = useRoot()?.formToken;
	useEffect(() => {
		if (report?.notes === null) unsaved.delete(id);
	}, [report, id]);
	useOnLeave(async () => {
		const typed = unsaved.get(id);
		if (!typed) return;
		const { was, to } = typed;
		const values = { id: String(id), was: JSON.stringify(was), ...to, "do.notes": "" };
		const outcome = await post(path, formToken ? { ...values, formToken } : values);
		if ("message" in outcome) {
			const text = t("admin.notSaved", { title, message: outcome.message });
			return tell(text, { wrong: true, lasting: true, topic: `notes ${id}` });
		}
		if (unsaved.get(id) === typed) unsaved.delete(id);
		amendReadings(id, undefined);
		tell(t("forum.notesSaved", { title }), { topic: `notes ${id}` });
	});
	const kept = unsaved.get(id);
	return {
		/** Those that the form started from. */
		was: kept?.was ?? notes,
		typed: kept?.to,
		keep(form: HTMLFormElement): void {
			const was = unsaved.get(id)?.was ?? notes;
			const to = notesIn(Object.fromEntries(new FormData(form)));
			if (same(was, to)) unsaved.delete(id);
			else unsaved.set(id, { was, to });
		},
	};
}
