import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { count, megabytes } from "../../bench/report.ts";
import { backupsOf, cli, type Installation, installation, read, send, titles } from "../support/backups.ts";
import { judged, tell } from "../support/figures.ts";
import { fillInstallation } from "../support/large-installation.ts";
import { startServer } from "../support/server.ts";

const ENTRIES = 10_000;
const MOST_RESTORE_MS = 60_000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

it(`a backup of ${ENTRIES.toLocaleString("en-US")} entries, and its restore on another machine`, async (context) => {
	const from = installation();
	const photoBytes = await fillInstallation(from, { entries: ENTRIES });
	expect(await cli(from, "backup", "--with-secrets")).toEqual(expect.objectContaining({ code: 0 }));
	const [file = ""] = backupsOf(from);
	expect((await cli(from, "verify", file)).code).toBe(0);

	const to = installation();
	const started = performance.now();
	expect(await cli(to, "restore", file)).toEqual(expect.objectContaining({ code: 0 }));
	const restoreMs = performance.now() - started;
	const restored = titles(to);
	expect(restored).toEqual(titles(from));
	const again = await startServer({ ...to });
	const hash = ({ UPLOADS_DIR }: Installation, name: unknown) =>
		createHash("sha256")
			.update(readFileSync(join(UPLOADS_DIR, `${name}.jpg`)))
			.digest("hex");
	const differs = read(to, "select photo from entries").filter((name) => hash(from, name) !== hash(to, name));
	expect(differs).toEqual([]);
	await send(again);
	expect(await again.end("SIGTERM")).toBe(0);

	tell(context, `${count(restored.length)} entries, ${megabytes(photoBytes)} of photos, every one the same`);
	tell(context, judged(`restore ${seconds(restoreMs)}`, "60 s", restoreMs <= MOST_RESTORE_MS));
});
