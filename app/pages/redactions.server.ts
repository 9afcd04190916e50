/** The pages on which organisers redact what blind reviewers read. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { SentBack } from "../handle.ts";
import { notFound, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";
import { pageNumber } from "../schemas/listing.ts";
import { givenRedactions } from "../schemas/redactions.ts";
import { assignmentsPath, redactionsPath } from "./assignments.server.ts";
import { headingOf } from "./entry-heading.server.ts";

/** The control of the text in the place of an answer. */
const textControl = (field: string) => `text-${field}`;

const entryOf = (category: string, spot: string) =>
	`${redactionsPath(category)}?${new URLSearchParams({ entry: spot })}`;

/** One entry, or those of the call that need looking at. @throws Response 404, AppError NOT_FOUND */
export async function redactionsPage(context: AppLoadContext, category: string, search: URLSearchParams) {
	const call = context.services.registry().find(category)?.title[context.locale];
	if (call === undefined) throw notFound(context);
	const spot = search.get("entry");
	const frame = { call, path: redactionsPath(category), back: assignmentsPath(category) };
	if (spot === null) return { ...frame, view: "list" as const, ...(await listOf(context, category, search)) };
	return { ...frame, view: "entry" as const, ...entryPage(context, category, spot, search.has("proposed")) };
}

async function listOf({ services, actor, t, locale }: AppLoadContext, category: string, search: URLSearchParams) {
	const found = await services.redactions.list(actor, category, pageNumber.parse(search.get("page")));
	return {
		...found,
		entries: found.entries.map(({ spot, title, words, redacted, isEdited }) => ({
			id: spot,
			here: entryOf(category, spot),
			title: headingOf({ t, locale }, { title }),
			words: words.join(marks[locale].item),
			state: [redacted > 0 && t("redactions.redacted", { count: redacted }), isEdited && t("redactions.editedSince")]
				.filter(Boolean)
				.join(" · "),
		})),
	};
}

function entryPage(context: AppLoadContext, category: string, spot: string, isProposed: boolean) {
	const { services, actor, locale, zone } = context;
	const found = services.redactions.open(actor, category, spot, locale);
	const here = entryOf(category, spot);
	const hasProposal = found.fields.some(({ words, text }) => words.length > 0 && text === undefined);
	return {
		spot,
		here,
		isBlind: found.isBlind,
		seen: found.seen,
		title: headingOf(context, { title: found.title }),
		propose: hasProposal && !isProposed ? `${here}&proposed=1` : undefined,
		isProposed: hasProposal && isProposed,
		fields: found.fields.map(({ name, label, isLong, original, words, by, at, isEdited }) => ({
			name,
			isLong,
			control: textControl(name),
			label,
			original,
			words: words.join(marks[locale].item),
			since: at === undefined ? "" : [by, formatLocal(at, zone, locale)].filter(Boolean).join(" · "),
			isEdited,
		})),
		values: Object.fromEntries(
			found.fields.map(({ name, text, words, proposed }) => [
				textControl(name),
				text ?? (isProposed && words.length > 0 ? proposed : ""),
			]),
		) as Record<string, string>,
	};
}

/** Stores what reviewers read. @throws AppError NOT_FOUND */
export async function takeRedactions(context: AppLoadContext, category: string, search: URLSearchParams) {
	const { services, actor, form, t, locale } = context;
	const spot = search.get("entry") ?? "";
	const { fields } = services.redactions.open(actor, category, spot, locale);
	const { texts, problems } = givenRedactions(t, fields, (name) => textOf(form, textControl(name)));
	const values = Object.fromEntries([...texts].map(([name, text]) => [textControl(name), text]));
	if (problems.length > 0) {
		const there = problems.map(({ field, message }) => ({ field: textControl(field), message }));
		return sentBack(context, { problems: there, values }, 422);
	}
	let saved: boolean;
	try {
		saved = await services.redactions.save(actor, { category, spot, seen: textOf(form, "seen"), texts });
	} catch (error) {
		if (context.codeOf(error) !== "FORBIDDEN") throw error;
		return sentBack(context, { problems: [], headline: t("reviewConflicts.notOwn"), values }, 422);
	}
	if (!saved) return sentBack(context, { problems: [], headline: t("redactions.stale"), values }, 409);
	throw seeOther(context.flash.say(entryOf(category, spot), [t("redactions.saved", { spot })]));
}

function sentBack(context: AppLoadContext, outcome: SentBack, status: number) {
	context.page.hasProblems = true;
	return data<SentBack>(outcome, { status });
}
