import { openPortal, type TestPortal } from "./portal.ts";
import { place, release } from "./released-schedule.ts";
import { sendAccepted } from "./schedule.ts";

/** A text with everything that a format might trip over, and what of it may be in a file. */
export const NASTY = `A & B <b>"quoted"</b> 'x' 😀 \u0007\u000b]]> end`;
export const CLEAN = `A & B <b>"quoted"</b> 'x' 😀 ]]> end`;

/** A file of any type, as text. */
export async function read(portal: TestPortal, path: string, headers: Record<string, string> = {}) {
	const answer = await fetch(portal.origin + path, { headers });
	return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Two talks on two days, the second one with everything in its texts that a format might trip over. */
export async function published() {
	const portal = await openPortal();
	const [one = 0, two = 0] = await sendAccepted(portal, ["Compilers", "Second"]);
	await portal.db.write(() => {
		portal.sqlite
			.prepare(
				"update entries set title = ?, name = ?, answers = json_set(answers, '$.language', 'Chinese', '$.abstract', ?) where id = ?",
			)
			.run(NASTY, `${NASTY} 王芳`, `${NASTY}\n${"长".repeat(200)}`, two);
		portal.sqlite.exec("update day_tracks set room = 'Hall & 1' where track_id = 'ai-next'");
	});
	await place(portal, one, ["day1", "ai-next", "09:30"]);
	await place(portal, two, ["day2", "agentic-web", "13:00"]);
	await release(portal, `Note ${NASTY}`);
	return { portal, one, two };
}
