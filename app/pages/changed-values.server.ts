/** What organisers set, in words: a status, a track, a panel, an invitation; and what became of it. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { PRESENCE_AFTER, STATUSES } from "../lifecycle.ts";
import { invitationLabel } from "../programmes/forum.ts";
import { marks } from "../programmes/marks.ts";
import { choicesIn } from "../schemas/triage.ts";
import { UNSAVED, type Unsaved } from "../unsaved.ts";
import type { Report } from "./proposal-actions.server.ts";

/** Why an entry is in no list, or that it is in one. */
const APARTS = ["none", PRESENCE_AFTER.removingAsSpam, PRESENCE_AFTER.holding] as const;

/** @returns names a value, given in parts: no status, track or keyword is named like another */
export function valueNames({ services, t, locale }: AppLoadContext): (parts: readonly string[]) => string {
	const tracks = services.tracks.labels(locale);
	const nameOf = (part: string) => {
		const status = STATUSES.find((one) => one === part);
		if (status) return t(`status.${status}`);
		const apart = APARTS.find((one) => one === part);
		return apart ? t(`bulkMessages.apart.${apart}`) : (tracks.get(part) ?? invitationLabel(part, locale));
	};
	return (parts) => parts.map(nameOf).join(marks[locale].item) || t("panel.none");
}

export type Outcome = Awaited<ReturnType<AppLoadContext["services"]["triage"]["change"]>>;

/**
 * Runs a change of entries, or reports why it was not made, with the choices that were sent.
 * @param unsaved key of the sentence for that
 * @throws what concerns the person and not the change: no session, no permission
 */
export async function orUnsaved(context: AppLoadContext, unsaved: Unsaved, work: () => Promise<Report>) {
	try {
		return await work();
	} catch (error) {
		const code = context.codeOf(error);
		if (code === "NOT_SIGNED_IN" || code === "FORBIDDEN") throw error;
		const { status, message } = context.explain(error);
		return notSaved(context, unsaved, { status, message });
	}
}

/** Why a change of entries was not made, with the choices that were sent. */
export function notSaved(
	{ form, t }: AppLoadContext,
	unsaved: Unsaved,
	{ status, message }: { status: number; message: string },
): Report {
	return { status, lines: [t(unsaved, { message })], wrong: true, kept: choicesIn(form) };
}

/** The result of changes of entries. `first` is the sentence before those about single entries, if any was changed. */
export function reportOf(context: AppLoadContext, { saved, stale, misplaced, kept }: Outcome, first: string): Report {
	const { services, t, locale } = context;
	const trackOf = services.tracks.labeller(locale);
	const nameOf = valueNames(context);
	const notes = misplaced.map(({ id, title, under }) =>
		t("refusals.misplaced", { title: title || id, track: trackOf(under) }),
	);
	const lines = stale.map(({ id, kind, now, by }) => {
		const message = t("consoleMessages.statusStale", {
			id,
			status: nameOf(now),
			by: by || t("consoleMessages.someone"),
		});
		return kind === "panel" ? message : t(UNSAVED[kind], { message });
	});
	const wrong = stale.length + kept.length > 0;
	const start = wrong && saved.length === 0 ? [] : [first];
	return { status: wrong ? 409 : 200, lines: [...start, ...lines, ...keptInWords(context, kept), ...notes], wrong };
}

/** The result of removing entries as spam. It says which of them mark no network, because theirs is loopback or private. */
export function removalReport(context: AppLoadContext, outcome: Outcome): Report {
	const { services, actor, t } = context;
	const count = outcome.saved.length;
	const said = t(count > 0 ? "consoleMessages.removed" : "consoleMessages.removedNone", { count });
	const report = reportOf(context, outcome, said);
	const unmarked = services.spamNetworks.fromLocal(actor, outcome.saved);
	if (unmarked === 0) return report;
	return { ...report, lines: [...report.lines, t("consoleMessages.unmarked", { count: unmarked })] };
}

/** Titles that one sentence names. */
const MOST_NAMED = 10;

/** Which entries were not removed as spam, and why. */
function keptInWords({ t, locale }: AppLoadContext, kept: Outcome["kept"]): string[] {
	return (["placed", "accepted"] as const).flatMap((why) => {
		const titles = kept.filter((one) => one.why === why).map(({ title }) => title);
		if (titles.length === 0) return [];
		const named = titles.slice(0, MOST_NAMED);
		const more = titles.length > MOST_NAMED ? ["…"] : [];
		const said = [...named, ...more].join(marks[locale].item);
		return t(`bulkMessages.kept.${why}`, { count: titles.length, titles: said });
	});
}
