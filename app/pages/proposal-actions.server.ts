/** What the buttons of the table of talks and of its dialogs do. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { withoutParameters, withParameters } from "../components/lists/list-url.ts";
import { LETTER_KINDS, unsentLetter } from "../enumerations.ts";
import { DETAILS, entryIn } from "../fragments.ts";
import { seeOther } from "../http.ts";
import type { EntryKind } from "../kinds.ts";
import { idRead, OPEN_IN_LIST } from "../open-in-list.ts";
import { textOf } from "../programmes/answers.ts";
import { isPlainText, lineFault } from "../programmes/problems.ts";
import { firstWords } from "../programmes/shown-again.ts";
import { entryNumber } from "../schemas/listing.ts";
import { choicesIn, matchingSeen, panelIn, rowChanges, tickedIds } from "../schemas/triage.ts";
import { type Choice, SEEN, UNSAVED } from "../unsaved.ts";
import { recordAnswer } from "./attendance.server.ts";
import type { Step } from "./board.server.ts";
import { takeBulk } from "./bulk-changes.server.ts";
import { type Outcome, orUnsaved, reportOf, valueNames } from "./changed-values.server.ts";
import { listedEntries } from "./listed-entries.server.ts";
import { takeView } from "./saved-views.server.ts";

/** The result of an action, as the page reports it. */
export interface Report {
	status: number;
	/** Sentences, the important one first. */
	lines: string[];
	/** What was done and needs a look. */
	warnings?: string[];
	wrong: boolean;
	/** The dialog did what it is for and can be closed. */
	done?: boolean;
	/** The typed text of a mail that could not be sent. */
	typed?: { subject: string; body: string };
	/** The change of the schedule that was made; or, after one was undone, the one before it. */
	step?: Step | undefined;
	before?: Step | undefined;
	/** The bulk change that can be undone now. */
	batch?: string | undefined;
	/** The ticks in the panel dialog when it could not be saved. */
	panel?: ReturnType<typeof panelIn>;
	/** The name of a view that could not be saved. */
	viewName?: string;
	/** The ticks and choices in the table when nothing could be done. */
	kept?: ReturnType<typeof choicesIn>;
	/** Of a change of one entry: what later messages about the same replace, and the fields of the form that undoes it. */
	topic?: string;
	undo?: Readonly<Record<string, string>>;
}

/**
 * Turns a report into an action's answer. Success redirects to the page that shows it (the same page, or the list
 * behind a finished dialog), so that a reload repeats nothing; a script stays on its page, and is given the row of an
 * entry that it changed. Responses are thrown, so that they are passed on unchanged.
 */
export function reported<R extends Pick<Report, "status" | "wrong" | "lines" | "warnings" | "done" | "batch">>(
	context: AppLoadContext,
	result: R | Response,
) {
	if (result instanceof Response) throw result;
	if (result.status === 200 && !context.fromScript && entryIn(context.fragment) === undefined) {
		const to = result.done ? behind(context.path) : context.path;
		const lines = [...result.lines, ...(result.warnings ?? [])];
		throw seeOther(context.flash.say(to, lines, result.batch));
	}
	context.page.hasProblems = result.wrong;
	return data(result, { status: result.status });
}

/** The page behind a dialog: the list, or the entry that was being read in it. */
function behind(path: string): string {
	const list = withoutParameters(path, OPEN_IN_LIST);
	const id = idRead(new URL(path, "http://internal").searchParams);
	return id === undefined ? list : withParameters(list, { modal: DETAILS, id });
}

/**
 * Runs the action of a button, or reports why it cannot be done now, with the typed values.
 * @throws unexpected errors
 */
export async function orNotNow<R, Typed extends object>(
	context: AppLoadContext,
	work: () => Promise<R>,
	typed: Typed,
): Promise<R | (Pick<Report, "status" | "lines" | "wrong"> & Typed)> {
	try {
		return await work();
	} catch (error) {
		const passing = context.explainPassing(error);
		if (!passing) throw error;
		return { status: passing.status, lines: [passing.message], wrong: true, ...typed };
	}
}

export async function takeProposals(context: AppLoadContext, url: URL): Promise<Report | Response> {
	const { form } = context;
	const typed = { kept: choicesIn(form), ...("do.panel" in form && { panel: panelIn(form) }) };
	return orNotNow(context, () => take(context, url), typed);
}

async function take(context: AppLoadContext, url: URL): Promise<Report | Response> {
	const { form } = context;
	const view = await takeView(context, "talk", url);
	if (view) return view;
	const elsewhere = pathForRows(context, "talk", url);
	if (elsewhere) return seeOther(elsewhere);
	const bulk = await takeBulk(context, "talk", url);
	if (bulk) return bulk;
	if ("do.panel" in form) return savePanel(context);
	if ("do.send" in form || "do.keep" in form) return sendLetter(context);
	if ("do.drop" in form) return dropLetter(context);
	const answered = await recordAnswer(context, url);
	return answered ?? saveRows(context);
}

/** Saves the rows of a table that were changed. @param saveFurther saves choices that only this table has */
export async function saveRows(
	context: AppLoadContext,
	saveFurther: () => Promise<Pick<Outcome, "saved" | "stale">> = async () => ({ saved: [], stale: [] }),
): Promise<Report> {
	const { services, actor, form, t } = context;
	const changes = rowChanges(form);
	const onlyTracks = changes.length > 0 && changes.every(({ kind }) => kind === "track");
	const report = await orUnsaved(context, onlyTracks ? UNSAVED.track : UNSAVED.status, async () => {
		const further = await saveFurther();
		const decided = await services.triage.change(actor, changes);
		const saved = [...decided.saved, ...further.saved];
		const stale = [...decided.stale, ...further.stale];
		const count = saved.length;
		return reportOf(
			context,
			{ ...decided, saved, stale },
			count === 0 ? t("consoleMessages.nothingSaved") : t("consoleMessages.saved", { count }),
		);
	});
	return onEntry(context, report);
}

/** The report on a change of the one entry that a script sent: names the entry and the value, and can be undone. */
function onEntry(context: AppLoadContext, report: Report): Report {
	const { form, t } = context;
	const id = entryIn(context.fragment);
	const choice = CHOICES.find((name) => `${name}-${id}` in form);
	if (id === undefined || !choice) return report;
	const title = titleInMessage(context, id);
	const topic = `${choice}-${id}`;
	const said = (value: string) => t("admin.setTo", { title, value });
	if (report.wrong) return { ...report, topic, lines: report.lines.map(said) };
	const [from, to] = [textOf(form, `${SEEN[choice]}-${id}`), textOf(form, topic)];
	if (from === to) return { ...report, lines: [] };
	if ("undone" in form) return { ...report, topic, lines: [t("admin.undone", { title })] };
	// The first line counts what was saved; those after it are about this entry.
	const [, ...warnings] = report.lines;
	const undo = { [topic]: from, [`${SEEN[choice]}-${id}`]: to, undone: "yes" };
	return { ...report, topic, undo, lines: [said(to === "" ? "–" : valueNames(context)([to]))], warnings };
}

const CHOICES = Object.keys(SEEN) as Choice[];

/** A title that fits on the line of a message beside what was done. @throws Response 404 */
export function titleInMessage(context: AppLoadContext, id: number): string {
	const { services, actor } = context;
	const listed = services.lists.one(actor, id);
	const title = listed && listedEntries(context).ofRow(listed).title;
	return title ? firstWords(title, /\p{Script=Han}/u.test(title) ? 16 : 32) : String(id);
}

async function savePanel(context: AppLoadContext): Promise<Report> {
	const { services, actor, form, t } = context;
	const id = entryNumber.parse(textOf(form, "id"));
	const was = panelIn({ panelist: textOf(form, "had-panelist"), keywords: textOf(form, "had-keywords") });
	const to = panelIn(form);
	const odd = to.keywords.map(lineFault).find(Boolean);
	if (odd) {
		const line = t(`problemMessages.${odd}`, { field: t("panel.keywords") });
		return { status: 422, lines: [t("panel.failed"), line], wrong: true };
	}
	const outcome = await orNotNow(context, () => services.triage.change(actor, [{ id, kind: "panel", was, to }]), {
		panel: to,
	});
	if ("wrong" in outcome) return { ...outcome, lines: [t("panel.failed"), ...outcome.lines] };
	const { saved, stale } = outcome;
	if (saved.length > 0) return { status: 200, lines: [t("consoleMessages.panelSaved")], wrong: false, done: true };
	const nameOf = valueNames(context);
	const lines = stale.map(({ now, by }) =>
		t("consoleMessages.panelStale", { now: nameOf(now), by: by || t("consoleMessages.someone") }),
	);
	return { status: 409, lines: [t("panel.failed"), ...lines], wrong: true, panel: to };
}

async function dropLetter({ services, actor, form, t }: AppLoadContext): Promise<Report> {
	const id = entryNumber.parse(textOf(form, "id"));
	const kind = LETTER_KINDS.find((one) => one === textOf(form, "letter")) ?? "accept";
	await services.letters.dropKept(actor, id, kind);
	return { status: 200, lines: [t("letterMessages.dropped")], wrong: false, done: true };
}

/** Sends a mail about an entry as it was typed, or keeps its text for the release. */
export async function sendLetter(context: AppLoadContext): Promise<Report> {
	const { services, actor, form, t } = context;
	const id = entryNumber.parse(textOf(form, "id"));
	const kind = LETTER_KINDS.find((one) => one === textOf(form, "letter")) ?? "accept";
	const typed = { subject: textOf(form, "subject").trim(), body: textOf(form, "body").replace(/\r\n?/g, "\n") };
	if (typed.subject === "" || typed.body.trim() === "") {
		return { status: 422, lines: [t("consoleMessages.noText")], wrong: true, typed };
	}
	const faults = {
		subject: lineFault(typed.subject),
		body: isPlainText(typed.body) ? undefined : "characters",
	} as const;
	const lines = (["subject", "body"] as const).flatMap((name) => {
		const fault = faults[name];
		return fault ? [t(`problemMessages.${fault}`, { field: t(`letters.${name}`) })] : [];
	});
	if (lines.length > 0) {
		return { status: 422, lines, wrong: true, typed };
	}
	try {
		if ("do.keep" in form) {
			await services.letters.keep(actor, { id, kind, text: typed });
			return { status: 200, lines: [t("letterMessages.kept")], wrong: false, done: true };
		}
		const outcome = await services.letters.send(actor, { id, kind, text: typed });
		if (outcome.state === "failed") {
			return { status: 422, lines: [t("letterMessages.failed", { message: outcome.reason })], wrong: true };
		}
		const line = t(outcome.state === "sent" ? `letterMessages.sent.${kind}` : unsentLetter(context.mailLeaves));
		return { status: 200, lines: [line], wrong: false, done: true };
	} catch (error) {
		const { status, message } = context.explain(error);
		return { status, lines: [t("letterMessages.failed", { message })], wrong: true, typed };
	}
}

/** The ticked rows of a list, or everything its filters let through. */
function chosenIn(url: URL, ids: readonly number[]): URLSearchParams {
	const list = withoutParameters(url.pathname + url.search, [...OPEN_IN_LIST, "page", "rows"]);
	const search = new URLSearchParams(list.split("?")[1]);
	for (const id of ids) search.append("ids", String(id));
	return search;
}

/** What is done with the chosen rows of a list on a page of its own, if that was pressed: their file, or writing to their people. */
export function pathForRows({ form }: AppLoadContext, kind: EntryKind, url: URL): string | undefined {
	const chosen = chosenIn(url, matchingSeen(form) === undefined ? tickedIds(form) : []);
	if ("do.csv" in form) return `/admin/export/${kind}?${chosen}`;
	if ("do.write" in form) return `/admin/mail/broadcasts?of=${kind}&${chosen}`;
	return;
}
