import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errorsOf, shownValue, submitForm } from "../../support/form.ts";
import { openPortal, type TestPortal } from "../../support/portal.ts";
import { portrait, talk, talkFields, talkForm } from "../../support/talks.ts";

const NOT_NOW = "The server cannot store anything at the moment. Please try again later.";
const photosIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".jpg"));

/** What happens to a folder while the server runs. */
const LOSSES = {
	"taken away": (folder: string) => renameSync(folder, `${folder}.away`),
	"replaced by an empty one, as when a volume is unmounted": (folder: string) => {
		renameSync(folder, `${folder}.away`);
		mkdirSync(join(folder, "tmp"), { recursive: true });
	},
};

function putBack(folder: string): void {
	rmSync(folder, { recursive: true, force: true });
	renameSync(`${folder}.away`, folder);
}

const post = async (portal: TestPortal, fields = talkFields()) =>
	fetch(`${portal.origin}/api/submit`, { method: "POST", body: await talkForm(fields) });

/** Pages return the form, calls say when to retry, and the operator is told. */
async function expectRefused(portal: TestPortal, page: string, folder: string): Promise<void> {
	const refused = await submitForm(portal.agent(), page, talk({ title: "Typed", file: await portrait() }));
	expect([refused.status, errorsOf(refused.text).headline, shownValue(refused.text, "title")]).toEqual([
		503,
		expect.stringContaining(NOT_NOW),
		"Typed",
	]);
	const called = await post(portal);
	expect([called.status, called.headers.get("retry-after")]).toEqual([503, "30"]);
	expect(await called.json()).toEqual({ message: NOT_NOW, error: "BUSY" });
	expect((await fetch(`${portal.origin}/readyz`)).status).toBe(503);
	const told = portal.lines.filter(({ level, msg }) => level === 50 && String(msg).startsWith("nothing is stored: "));
	expect(told[0]?.msg).toContain(folder);
	expect(portal.lines.filter(({ msg }) => String(msg).startsWith("unexpected failure"))).toEqual([]);
}

describe.each(Object.entries(LOSSES))("a folder that is %s while the server runs", (_, lose) => {
	it("with the database: nothing is acknowledged, and service resumes when it is back", async () => {
		const portal = await openPortal();
		const { dataDir } = portal.config;
		const page = (await portal.agent().get("/hangzhou").expect(200)).text;
		lose(dataDir);
		await expectRefused(portal, page, dataDir);
		expect(existsSync(join(dataDir, "rostrum.db"))).toBe(false);
		putBack(dataDir);
		expect((await post(portal)).status).toBe(201);
	});

	it("is not marked as cleanly closed when the server ends, nor is its replacement", async () => {
		const portal = await openPortal();
		const { dataDir } = portal.config;
		lose(dataDir);
		await portal.release();
		expect([dataDir, `${dataDir}.away`].filter((folder) => existsSync(join(folder, "orderly-end")))).toEqual([]);
	});

	it("with the photos: no photo is accepted, and pending deletions are remembered", async () => {
		const portal = await openPortal();
		const { uploadsDir } = portal.config;
		const fields = talkFields();
		expect((await post(portal, fields)).status).toBe(201);
		const page = (await portal.agent().get("/hangzhou").expect(200)).text;
		lose(uploadsDir);
		await expectRefused(portal, page, uploadsDir);
		const erased = await portal.services.erasing.erase({ address: fields.email ?? "" });
		expect(erased).toEqual(expect.objectContaining({ entries: 1, photos: 1, photosLeft: 1 }));
		putBack(uploadsDir);
		expect(photosIn(uploadsDir)).toHaveLength(1);
		await portal.services.sweep();
		expect(photosIn(uploadsDir)).toEqual([]);
		expect((await post(portal)).status).toBe(201);
	});
});
