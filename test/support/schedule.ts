import { sendTalk } from "./entries.ts";
import type { TestPortal } from "./portal.ts";
import { adminBearer } from "./talks-sent.ts";

/** What the call that places a talk is given for a slot. */
export function slot(dayId: string, trackId: string, time: string) {
	return { slotKey: `${dayId}-${trackId}-${time}`, dayId, trackId, time };
}

/** The same slot as the one a talk leaves. */
export function old(dayId: string, trackId: string, time: string) {
	return { oldSlotKey: `${dayId}-${trackId}-${time}`, oldDayId: dayId, oldTrackId: trackId, oldTime: time };
}

/** Talks of different people, accepted; one for each title. @returns their numbers */
export async function sendAccepted(
	portal: TestPortal,
	titles: readonly string[],
	fields: Record<string, string> = {},
): Promise<number[]> {
	const ids: number[] = [];
	for (const title of titles) {
		const email = `${title
			.toLowerCase()
			.replace(/[^a-z0-9]/g, "")
			.slice(0, 40)}-${ids.length}@speakers.example`;
		const name = `Speaker of ${title}`.slice(0, 200);
		ids.push(await sendTalk(portal, { title, name, email, tracks: "ai-next", ...fields }));
	}
	accept(portal, ids);
	return ids;
}

/** Copies one accepted talk, where many are needed and how they came does not matter. @returns all their numbers */
export async function multiplyAccepted(portal: TestPortal, count: number): Promise<number[]> {
	const [first = 0] = await sendAccepted(portal, ["Copied"]);
	portal.sqlite
		.prepare(`
			with recursive n(i) as (select 2 union all select i + 1 from n where i < ?)
			insert into entries (category, name, email, email_folded, org, title, track_id, answers, incomplete,
				public_text, search_text, locale, submission_key, created_at, updated_at, consent, status)
			select category, 'Speaker ' || i, i || email, i || email_folded, org, 'Talk ' || i, track_id, answers, incomplete,
				public_text, search_text, locale, 'copy:' || i, created_at, updated_at, consent, status from entries, n where id = ?`)
		.run(count, first);
	return portal.sqlite.prepare("select id from entries order by id").pluck().all() as number[];
}

export function accept(portal: TestPortal, ids: readonly number[]): void {
	const set = portal.sqlite.prepare("update entries set status = 'Accept', consent = 1 where id = ?");
	for (const id of ids) set.run(id);
}

/** Calls of an administrator. */
export async function scheduler(portal: TestPortal) {
	const bearer = await adminBearer(portal);
	return {
		bearer,
		post: (body: object) => portal.agent().post("/api/schedule").set("Authorization", bearer).send(body),
		read: () => portal.agent().get("/api/schedules").set("Authorization", bearer),
	};
}

/** Rows of the grid that hold an entry: `[entry, slot key]`. */
export function placed(portal: TestPortal): [number, string][] {
	const rows = portal.sqlite
		.prepare(
			"select entry_id, day_id || '-' || track_id || '-' || time from slots where entry_id is not null order by entry_id",
		)
		.raw()
		.all();
	return rows as [number, string][];
}
