import { parse } from "node-html-parser";
import type { TestPortal } from "./portal.ts";
import { sendAccepted } from "./schedule.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

export const PAGE = "/admin/decisions?call=hangzhou";

/** All calls hold statuses back until they are released. */
export const holdBack = ({ db, sqlite }: TestPortal) =>
	db.write(() => void sqlite.exec("update programmes set tells = 'when released'"));

/** Talks of different people, decided and not told: each status in turn. */
export async function decided(portal: TestPortal, count: number): Promise<number[]> {
	const titles = ["Compilers", "Kernels", "Gardens", "Bridges", "Weather", "Music"].slice(0, count);
	const ids = await sendAccepted(portal, titles);
	await holdBack(portal);
	const statuses = ["Accept", "Hold", "Reject"];
	const set = portal.sqlite.prepare("update entries set status = ?, told_status = 'New' where id = ?");
	await portal.db.write(() => ids.forEach((id, at) => void set.run(statuses[at % 3], id)));
	portal.sqlite.exec("delete from outbox");
	return ids;
}

/** The page that shows what a release would tell. */
export const openDecisions = async (admin: Agent, path = PAGE) => (await admin.get(path).expect(200)).text;

/** What leads from it to the page that asks before the release. */
export const ASK = "main a[href*='release=']";

/** The form of the page that asks. */
export const RELEASE = { selector: "main form:has([name=seen])" };

/** The page that asks before the release. */
export async function askRelease(admin: Agent, path = PAGE): Promise<string> {
	const link = parse(await openDecisions(admin, path)).querySelector(ASK);
	return openDecisions(admin, link?.getAttribute("href"));
}
