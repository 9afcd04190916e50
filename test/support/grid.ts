import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

export type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

export const GRID = "/admin/schedule/grid";
export const DAY1 = `${GRID}?day=day1`;
export const LAY = `${GRID}?lay=1`;
export const NEW = `${GRID}?special=new`;

/** Opens a page of the editor, fills in one of its forms and presses a button there. */
export async function order(admin: Agent, path: string, form: string, press: string, filling: Filling = {}) {
	const page = (await admin.get(path).expect(200)).text;
	return submitForm(admin, page, filling, { selector: `form[aria-labelledby=h-${form}]`, press });
}

/** Presses the button that saves although entries lose their slots. */
export function goOn(admin: Agent, page: string) {
	return submitForm(admin, page, {}, { selector: "form#errors", press: "do.go-on" });
}

/** Puts an entry into a slot as it were placed there long ago. */
export function put(portal: TestPortal, entryId: number, key: string): void {
	const set = "update slots set entry_id = ? where day_id || '-' || track_id || '-' || time = ?";
	portal.sqlite.prepare(set).run(entryId, key);
}

/** `09:00+30` for each slot of a column. */
export function slotsOf(portal: TestPortal, day: string, track = "ai-next"): string[] {
	const read = "select time || '+' || minutes from slots where day_id = ? and track_id = ? order by time";
	return portal.sqlite.prepare(read).pluck().all(day, track) as string[];
}

/** Lines of the log about places: entry, state, changes. */
export function scheduleLog(portal: TestPortal): unknown[] {
	const read = "select entry_id, state, changes from entry_log where type = 'Schedule' order by id";
	return portal.sqlite.prepare(read).raw().all();
}

export function rows(portal: TestPortal, sql: string): unknown[] {
	return portal.sqlite.prepare(sql).raw().all();
}

/** Empties a day but for its columns. */
export function clear(portal: TestPortal, day: string): void {
	portal.sqlite.prepare("delete from slots where day_id = ?").run(day);
	portal.sqlite.prepare("delete from special_events where day_id = ?").run(day);
}
