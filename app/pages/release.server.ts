/** The screens for releasing the schedule and its conflicts. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { olderPaths } from "../components/lists/list-url.ts";
import { BOARD } from "../components/schedule/board-url.ts";
import { consolePath } from "../kinds.ts";
import { textOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { isPlainText } from "../programmes/problems.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { entryAt } from "../schedule/grid.ts";
import { scheduleWords } from "./board.server.ts";
import { gridDay } from "./grid.server.ts";
import { todosShown } from "./overview.server.ts";
import type { Report } from "./proposal-actions.server.ts";

const CONFLICTS = `${BOARD}/conflicts`;
/** Characters of a note. */
const MOST_NOTE = 2_000;

export function releasePage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, locale, zone, t } = context;
	const { version, draft, changes } = services.releases.pending(actor);
	const before = numberIn(search.get("before") ?? "");
	const { versions, older } = services.releases.history(actor, before || undefined);
	const { count: letters, earlier } = services.releases.lettersDue(actor);
	const lettersText = t(context.mailLeaves ? "releaseMessages.letters" : "releaseMessages.lettersSaved", {
		count: letters,
	});
	const isMixed = earlier > 0 && changes.length > 0;
	return {
		version,
		draft,
		letters,
		lettersText: isMixed
			? t("releaseMessages.lettersEarlier", { letters: lettersText, count: earlier, version: version - 1 })
			: lettersText,
		changes: services.releases.describe(actor, locale, changes),
		checks: checksOf(context),
		history: versions.map(({ at, changes, ...release }) => ({
			...release,
			at: formatLocal(at, zone, locale),
			changes: services.releases.describe(actor, locale, changes),
		})),
		...olderPaths(`${BOARD}/release`, "versions", { before, older }),
	};
}

/** The points to check before a release, each with the page where it is solved. */
function checksOf(context: AppLoadContext): { text: string; to: string }[] {
	const { others } = todosShown(context);
	const todos = others.filter(({ name }) => ["lost", "conflicts", "unplaced", "unmailed"].includes(name));
	return [...todos, ...emptyDays(context)];
}

/** Days that visitors would see without talks, or without tracks to put any in. */
function emptyDays(context: AppLoadContext) {
	const { services, actor, t } = context;
	const { dayOf } = scheduleWords(context);
	return services.schedule.board(actor).grid.days.flatMap(({ id, tracks, slots }) => {
		const day = dayOf(id);
		if (tracks.length === 0) return { text: t("gridMessages.noTracksOn", { day }), to: gridDay(id) };
		if (slots.some(({ entryId }) => entryId !== null)) return [];
		return { text: t("releaseMessages.noTalksOn", { day }), to: gridDay(id) };
	});
}

/** The result of a release, with typed values that are shown again. */
export type ReleaseReport = Report & { note?: string };

/** Releases the next version, if the draft is still the one that was shown. */
export async function takeRelease(context: AppLoadContext): Promise<ReleaseReport> {
	const { services, actor, form, t } = context;
	const written = (count: number) =>
		t(context.mailLeaves ? "releaseMessages.sent" : "releaseMessages.saved", { count });
	if ("do.letters" in form) {
		const count = await services.releases.tell(actor);
		return { status: 200, lines: [written(count)], wrong: false };
	}
	const note = textOf(form, "note").trim().replace(/\r\n?/g, "\n");
	if ([...note].length > MOST_NOTE)
		return { status: 422, lines: [t("releaseMessages.noteTooLong")], wrong: true, note };
	if (!isPlainText(note)) {
		const line = t("problemMessages.characters", { field: t("release.note") });
		return { status: 422, lines: [line], wrong: true, note };
	}
	try {
		const [draft, withLetters] = [textOf(form, "draft"), textOf(form, "letters") !== ""];
		const { version, letters } = await services.releases.release(actor, { draft, note, withLetters });
		const sent = letters > 0 ? [written(letters)] : [];
		return { status: 200, lines: [t("releaseMessages.done", { version }), ...sent], wrong: false };
	} catch (error) {
		const { status, message, code } = context.explain(error);
		const line = code === "CONFLICT" ? t("releaseMessages.overtaken") : t("release.failed", { message });
		return { status, lines: [line], wrong: true, note };
	}
}

export function conflictsPage(context: AppLoadContext) {
	const { services, actor } = context;
	const { placeOf } = scheduleWords(context);
	return services.schedule.conflicts(actor).map((conflict) => {
		const sessions = conflict.kind === "person" ? conflict.sessions : [conflict.session];
		return {
			...(conflict.kind === "person"
				? { kind: "person" as const, name: conflict.name }
				: { kind: conflict.why, name: "" }),
			isLost: conflict.kind === "lost",
			sessions: sessions.map(({ id, kind, title, place }) => ({
				id,
				details: consolePath({ id, kind }, CONFLICTS),
				title,
				trackId: place.trackId,
				reference: spotId({ kind, id }),
				place: placeOf(place),
				remove: `do.remove.${entryAt(id, place)}`,
			})),
		};
	});
}
