/** What organisers set, in words: a status, a track, a panel, an invitation; and what became of it. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { STATUSES } from "../lifecycle.ts";
import { invitationLabel } from "../programmes/forum.ts";
import { marks } from "../programmes/marks.ts";
import type { Report } from "./proposal-actions.server.ts";

/** @returns names a value, given in parts: no status, track or keyword is named like another */
export function valueNames({ services, t, locale }: AppLoadContext): (parts: readonly string[]) => string {
	const tracks = services.tracks.labels(locale);
	const nameOf = (part: string) => {
		const status = STATUSES.find((one) => one === part);
		return status ? t(`status.${status}`) : (tracks.get(part) ?? invitationLabel(part, locale));
	};
	return (parts) => parts.map(nameOf).join(marks[locale].item) || t("panel.none");
}

export type Outcome = Awaited<ReturnType<AppLoadContext["services"]["triage"]["change"]>>;

/** What became of changes of entries. `first`: the sentence before those about single entries. */
export function reportOf(context: AppLoadContext, { stale, misplaced }: Outcome, first: string): Report {
	const { services, t, locale } = context;
	const trackOf = services.tracks.labeller(locale);
	const nameOf = valueNames(context);
	const notes = misplaced.map(({ id, title, under }) =>
		t("refusals.misplaced", { title: title || id, track: trackOf(under) }),
	);
	const lines = stale.map(({ id, now, by }) =>
		t("consoleMessages.statusStale", { id, status: nameOf(now), by: by || t("consoleMessages.someone") }),
	);
	return { status: stale.length > 0 ? 409 : 200, lines: [first, ...lines, ...notes], wrong: stale.length > 0 };
}
