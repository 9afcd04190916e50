/** What the page of the set-up document does. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { orNotNow } from "./proposal-actions.server.ts";

export const SETUP = "/admin/event/setup";

export interface SetupOutcome {
	status: number;
	/** The result as sentences, and whether it is an error. */
	lines: string[];
	wrong: boolean;
	faults: string[];
	changes: string[];
	/** The text that was read, to be corrected or applied. */
	text: string;
	/** What was set up when it was read. */
	state: string;
	/** The button that applies the changes, where there are any. */
	run: string;
}

const NOTHING = { faults: [], changes: [], state: "", run: "" };

/** Checks a document, or applies one that was checked. */
export async function takeSetup(context: AppLoadContext) {
	const outcome = await orNotNow(context, () => take(context), { ...NOTHING, text: textOf(context.form, "text") });
	context.page.hasProblems = outcome.wrong;
	return data(outcome, { status: outcome.status });
}

/** Browsers send two characters for each end of a line, and a document has many. */
const typedIn = (form: AppLoadContext["form"]) => textOf(form, "text").replace(/\r\n/g, "\n");

async function take(context: AppLoadContext): Promise<SetupOutcome> {
	const { services, actor, form, upload, locale, t } = context;
	const text = upload ? await services.setup.uploaded(actor, upload) : typedIn(form);
	if (text === undefined || text.trim() === "") {
		const line = t(text === undefined ? "setupMessages.tooBigHere" : "setupMessages.nothingGiven");
		return { ...NOTHING, status: 422, lines: [line], wrong: true, text: typedIn(form) };
	}
	// A newly chosen file is checked first, whichever button was pressed.
	const isRun = "do.import" in form && !upload;
	const report = isRun
		? await services.setup.store(actor, text, locale, textOf(form, "state"))
		: await services.setup.inspect(actor, text, locale);
	const { changes, state, stored, isStale } = report;
	const count = changes.length;
	if (stored) throw seeOther(context.flash.say(SETUP, [t("setupMessages.done", { count })]));
	const faults = report.faults.map(({ pointer, message }) =>
		t("setupMessages.fault", { place: pointer || t("setupMessages.whole"), message }),
	);
	const shown = { faults, changes, text, state, run: "" };
	if (faults.length > 0) {
		const lines = [t("setupMessages.bad", { count: faults.length })];
		return { ...shown, status: 422, lines, wrong: true, changes: [] };
	}
	if (count === 0) return { ...shown, status: 200, lines: [t("setupMessages.same")], wrong: false };
	const run = t("setupMessages.run", { count });
	if (isStale) return { ...shown, run, status: 409, lines: [t("setupMessages.stale")], wrong: true };
	return { ...shown, run, status: 200, lines: [t("setupMessages.ready", { count })], wrong: false };
}
