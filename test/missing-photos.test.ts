import { renameSync } from "node:fs";
import { join } from "node:path";
import supertest from "supertest";
import { expect, it } from "vitest";
import { sendTalk } from "./support/entries.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";

const WARNING = "warning: photos are missing";

const doctor = ({ config }: TestPortal) =>
	runToEnd("cli.js", { DATA_DIR: config.dataDir, UPLOADS_DIR: config.uploadsDir }, ["doctor"]);
const ask = async (portal: TestPortal, path: string) => (await supertest(portal.origin).get(path).expect(200)).text;

it("photos that are gone are told by the log, /readyz, /metrics and doctor, until they are back", async () => {
	const portal = await openPortal({ METRICS: "1" });
	const ids = [await sendTalk(portal, { title: "First" }), await sendTalk(portal, { title: "Second" })];
	const file = `${portal.sqlite.prepare("select photo from entries where id = ?").pluck().get(ids[1])}.jpg`;
	const [there, away] = [join(portal.config.uploadsDir, file), join(portal.config.dataDir, file)];
	await portal.services.sweep();
	expect(await ask(portal, "/readyz")).not.toContain(WARNING);

	renameSync(there, away);
	await portal.services.sweep();
	await portal.services.sweep();
	const told = portal.lines.filter(({ msg }) => String(msg).startsWith("photos are missing"));
	expect(told).toEqual([expect.objectContaining({ level: 50, missing: 1, entries: [`talk-${ids[1]}`] })]);
	expect(await ask(portal, "/readyz")).toContain(WARNING);
	expect(await ask(portal, "/metrics")).toMatch(/^rostrum_photos_missing 1$/m);
	const found = await doctor(portal);
	expect([found.code, found.output]).toEqual([
		1,
		expect.stringContaining(`BAD  1 photo or file is missing, or cannot be read, in `),
	]);
	expect(found.output).toContain(`talk-${ids[1]}: ${file}`);

	renameSync(away, there);
	await portal.services.sweep();
	expect(await ask(portal, "/readyz")).not.toContain(WARNING);
	expect(await ask(portal, "/metrics")).toMatch(/^rostrum_photos_missing 0$/m);
	expect((await doctor(portal)).output).not.toContain("missing");
});
