import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Fills in the settings of one programme as an administrator does. */
export async function set(admin: Agent, category: string, filling: Filling, press?: string) {
	const { text } = await admin.get("/admin/programmes").expect(200);
	return settle(admin, text, category, filling, press);
}

export function settle(admin: Agent, html: string, category: string, filling: Filling, press?: string) {
	return submitForm(admin, html, filling, { selector: `form[aria-labelledby="p-${category}"]`, press });
}

/** Closes all calls but these, so that a test of a page with every call may name them, whatever other calls there are. */
export function closeOthers({ sqlite }: TestPortal, categories: readonly string[]): void {
	const others = "update programmes set state = 'closed', opens_at = null, closes_at = null where category not in";
	sqlite.prepare(`${others} (select value from json_each(?))`).run(JSON.stringify(categories));
}

export const settingsOf = (portal: TestPortal, category: string) =>
	portal.sqlite.prepare("select * from programmes where category = ?").get(category);
