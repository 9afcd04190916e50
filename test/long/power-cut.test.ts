import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { count } from "../../bench/report.ts";
import { expectKept, writeUntil } from "../support/acknowledged-talks.ts";
import { tell } from "../support/figures.ts";
import { mountImage } from "../support/image-mount.ts";
import { startServer } from "../support/server.ts";

const CUTS = 4;
/** The server takes no photos with less than 512 MB free. */
const IMAGE_MIB = 1_024;

it(`${CUTS} power cuts during a stream of submissions lose none that was acknowledged`, async (context) => {
	const disk = mountImage(IMAGE_MIB);
	if (!disk) return context.skip("a file system may not be mounted here");
	const where = { DATA_DIR: join(disk.path, "data"), UPLOADS_DIR: join(disk.path, "uploads") };
	const acknowledged: string[] = [];
	for (let cut = 0; cut < CUTS; cut += 1) {
		const server = await startServer(where);
		const stopped = await writeUntil(server, acknowledged, { more: 250, tolerated: "faults" });
		// Checks that a simulated cut loses unflushed data.
		const careless = join(disk.path, `careless-${cut}`);
		writeFileSync(careless, "not flushed");
		disk.cut();
		await stopped();
		await server.end("SIGKILL");
		disk.remount();
		expect(existsSync(careless) ? readFileSync(careless, "utf8") : "").toBe("");
		const survivor = await startServer(where);
		await expectKept(survivor, where, acknowledged);
		expect(await survivor.end("SIGTERM")).toBe(0);
	}
	tell(context, `${CUTS} power cuts of a mounted ext4 image, ${count(acknowledged.length)} acknowledged, 0 lost`);
});
