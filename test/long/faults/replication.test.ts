import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, type Installation, installation, read, send } from "../../support/backups.ts";
import { otherProcess } from "../../support/other-process.ts";
import { openPortal } from "../../support/portal.ts";
import { startServer } from "../../support/server.ts";

const walOf = (where: Installation) => join(where.DATA_DIR, "rostrum.db-wal");

/** Another process that has the database open and, unless it is idle, reads it until it is told to stop. */
function reader(where: Installation, { idle = false } = {}): Promise<() => Promise<void>> {
	const begin = idle ? "" : 'd.exec("begin");';
	const reads = `${begin}d.prepare("select count(*) from entries").get()`;
	return otherProcess(join(where.DATA_DIR, "rostrum.db"), reads, 'if(d.inTransaction)d.exec("rollback")');
}

describe("beside a program that copies the write-ahead log", () => {
	it.each([
		["1", 0],
		["0", 1000],
	])(
		"REPLICATION=%s: who takes the log into the database, while serving and at the end",
		async (REPLICATION, pages) => {
			expect((await openPortal({ REPLICATION })).sqlite.pragma("wal_autocheckpoint", { simple: true })).toBe(pages);
			const where = installation();
			const server = await startServer({ ...where, REPLICATION });
			await reader(where, { idle: true });
			await send(server);
			expect(await server.end("SIGTERM")).toBe(0);
			expect(statSync(walOf(where)).size > 0).toBe(pages === 0);
			const again = await startServer({ ...where, REPLICATION });
			expect(await again.end("SIGTERM")).toBe(0);
			expect(read(where, "select count(*) from entries")).toEqual([1]);
		},
	);

	it("an erasure says what the log still holds, and the next start finishes it", async () => {
		const where = installation();
		const server = await startServer({ ...where });
		await send(server);
		const [address = "", bio = ""] = ["email", "answers ->> '$.bio'"].map((what) =>
			String(read(where, `select ${what} from entries`)[0]),
		);
		const stop = await reader(where);
		const outcome = await cli(where, "subject", "erase", address);
		expect(outcome.code).toBe(1);
		expect(outcome.output).toContain(`${walOf(where)} may still contain their texts`);
		expect(read(where, "select scrubbed_at from erasures")).toEqual([null]);
		await stop();
		expect(await server.end("SIGTERM")).toBe(0);
		const again = await startServer({ ...where });
		expect(read(where, "select count(*) from erasures where scrubbed_at is null")).toEqual([0]);
		for (const file of [join(where.DATA_DIR, "rostrum.db"), walOf(where)].filter(existsSync))
			for (const text of [address, bio]) expect([file, readFileSync(file).includes(text)]).toEqual([file, false]);
		await again.end("SIGTERM");
	});
});
