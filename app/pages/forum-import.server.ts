/** What the page that imports registrations does. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { textOf } from "../programmes/answers.ts";
import { orNotNow } from "./proposal-actions.server.ts";

export interface ImportResult {
	status: number;
	/** The result as a sentence, and whether it is an error. */
	lines: string[];
	wrong: boolean;
	bad: string[];
	duplicates: string[];
	/** The text that was read, to be corrected or sent again. */
	text: string;
	/** How many rows may be stored now. */
	ready: number;
}

export async function takeImport(context: AppLoadContext): Promise<ImportResult> {
	return orNotNow(context, () => take(context), { ...NOTHING, text: textOf(context.form, "text") });
}

const NOTHING = { bad: [], duplicates: [], ready: 0 };

async function take(context: AppLoadContext): Promise<ImportResult> {
	const { services, actor, form, upload, locale, t } = context;
	const { forumImport } = services;
	const text = upload ? await forumImport.uploaded(actor, upload) : textOf(form, "text");
	if (text === undefined || text.trim() === "") {
		const line = t(text === undefined ? "forumImport.tooBig" : "forumImport.nothingGiven");
		return { ...NOTHING, status: 422, lines: [line], wrong: true, text: textOf(form, "text") };
	}
	// A newly chosen file is checked first, whichever button was pressed.
	const report =
		"do.import" in form && !upload
			? await forumImport.store(actor, text, locale)
			: await forumImport.inspect(actor, text, locale);
	const bad = report.bad.map(({ line, reason }) => t("forumImport.line", { line, reason }));
	if (report.refused) {
		const line = t(`forumImport.${report.refused}`, { most: forumImport.mostRows });
		return { ...NOTHING, status: 422, lines: [line, ...bad], wrong: true, text };
	}
	const duplicates = report.duplicates.map(({ line, email }) => t("forumImport.line", { line, reason: email }));
	const skipped = duplicates.length > 0 ? [t("forumImport.skipped", { count: duplicates.length })] : [];
	if (bad.length > 0) {
		const lines = [t("forumImport.bad", { count: bad.length }), ...skipped];
		return { ...NOTHING, status: 422, lines, wrong: true, bad, duplicates, text };
	}
	const count = report.rows;
	const lines = [t(report.stored ? "forumImport.done" : "forumImport.ready", { count }), ...skipped];
	const rest = report.stored ? { text: "", ready: 0 } : { text, ready: count };
	return { ...NOTHING, status: 200, lines, wrong: false, duplicates, ...rest };
}
