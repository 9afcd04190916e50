import { sendTalk, sendWork } from "./entries.ts";
import { openPortal } from "./portal.ts";
import { place, release } from "./released-schedule.ts";
import { accept } from "./schedule.ts";

/** A portal whose public pages all show something: a talk in the released schedule, and a work. */
export async function openPublicSite() {
	const portal = await openPortal();
	const id = await sendTalk(portal, { tracks: "ai-next" });
	accept(portal, [id]);
	await place(portal, id, ["day1", "ai-next", "10:00"]);
	await release(portal);
	await sendWork(portal, {});
	return { portal, id };
}
