import { join } from "node:path";
import { expect, it } from "vitest";
import { memoryOf } from "../../bench/process-memory.ts";
import { imageMemory } from "../support/image-memory.ts";
import { temporaryDirectory } from "../support/portal.ts";
import { startServer } from "../support/server.ts";

const KIB = 1024;
/** Memory of the image: 768 MB. */
const MOST_RESIDENT_MIB = 700;

/** A form of so many fields of so many bytes each. */
function form(fields: number, bytes: number): FormData {
	const body = new FormData();
	const text = '"'.repeat(bytes);
	for (let n = 0; n < fields; n += 1) body.set(NAMES[n] ?? `field${n}`, text);
	return body;
}

const NAMES = ["title", "abstract", "bio", "details", "name", "org", "role", "website"];

it.each([
	["fifty forms of 14 MB", 14, 1024 * KIB, 413],
	["fifty forms with more fields than any has", 120, KIB, 413],
	["fifty forms as large as a form may be", 8, 60 * KIB, 422],
])("%s at once leave the server running with the memory of the image", async (_what, fields, bytes, status) => {
	const directory = temporaryDirectory();
	const server = await startServer({
		DATA_DIR: join(directory, "data"),
		UPLOADS_DIR: join(directory, "uploads"),
		...imageMemory,
	});
	const body = form(fields, bytes);
	const answers = Array.from({ length: 50 }, async () => {
		const answer = await fetch(`${server.origin}/hangzhou`, { method: "POST", body });
		return [answer.status, (await answer.text()).length < 256 * KIB];
	});
	expect(await Promise.all(answers)).toEqual(Array(50).fill([status, true]));
	expect(memoryOf(server, "VmHWM") / KIB ** 2).toBeLessThan(MOST_RESIDENT_MIB);
	expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
	expect(await server.end("SIGTERM")).toBe(0);
});
