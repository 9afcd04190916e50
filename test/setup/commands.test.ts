import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { setupDocument } from "../../app/schemas/setup.ts";
import { blankInstallation } from "../support/blank.ts";
import { openPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";
import { SETUP } from "../support/setup.ts";

const event = (place: Record<string, string>, ...words: string[]) => runToEnd("cli.js", place, ["event", ...words]);

describe("the commands of the set-up", () => {
	it("export a file that another installation imports, once", async () => {
		const [place, folder] = [await blankInstallation(), temporaryDirectory()];
		const [file, again] = [join(folder, "setup.json"), join(folder, "again.json")];
		expect(await event(place, "export", file)).toEqual({ code: 0, output: `The set-up is in ${file}\n` });
		const document = JSON.parse(readFileSync(file, "utf8"));
		document.event.name = "Lake Days";
		document.tracks.push({ ...document.tracks[0], id: "lakes", kind: "track", label: "Lakes" });
		writeFileSync(file, `${JSON.stringify(document, null, "\t")}\n`);
		const changes = "Name: “Your conference” becomes “Lake Days”\nNew track “Lakes”\n2 changes";
		const other = await blankInstallation();
		const dry = { code: 0, output: `${changes} would be applied\n` };
		expect(await event(other, "import", file, "--dry-run")).toEqual(dry);
		expect(await event(other, "import", file, "--dry-run")).toEqual(dry);
		expect(await event(other, "import", file)).toEqual({ code: 0, output: `${changes} applied\n` });
		expect(await event(other, "import", file)).toEqual({ code: 0, output: "0 changes applied\n" });
		await event(other, "export", again);
		expect(readFileSync(again, "utf8")).toBe(readFileSync(file, "utf8"));
	});

	it("list every fault of a broken file with its place, change nothing and exit with 1", async () => {
		const [place, folder] = [await blankInstallation(), temporaryDirectory()];
		const [file, after] = [join(folder, "setup.json"), join(folder, "after.json")];
		await event(place, "export", file);
		const document = JSON.parse(readFileSync(file, "utf8"));
		const first = { ...document.tracks[0], active: false };
		const broken = { ...document, event: { ...document.event, name: "" }, tracks: [first], extra: 1 };
		writeFileSync(after, JSON.stringify(broken));
		const { code, output } = await event(place, "import", after);
		expect([code, output]).toEqual([
			1,
			"/event/name: This must have at least 1 characters.\n/extra: There is no property of this name.\n/tracks/0/kind: The first track, and no other, is the one for “none yet” (unselected), and it is active.\n3 faults, nothing was changed\n",
		]);
		await event(place, "export", after);
		expect(readFileSync(after, "utf8")).toBe(readFileSync(file, "utf8"));
		writeFileSync(after, " ".repeat(1024 * 1024 + 1));
		expect((await event(place, "import", after)).output).toContain("larger than 1 MB");
	});

	it("change what a running server shows, also where a call is removed and comes back in between", async () => {
		const [place, folder] = [await blankInstallation(), temporaryDirectory()];
		const portal = await openPortal(place);
		const take = async (document: object) => {
			const file = join(folder, "setup.json");
			writeFileSync(file, JSON.stringify(document));
			expect((await event(place, "import", file)).code).toBe(0);
		};
		const [call] = SETUP.calls;
		if (!call) throw new Error("no call");
		const withCall = (definition: object) => ({ ...SETUP, calls: [{ ...call, definition }] });
		await portal.agent().get("/talks").expect(200);
		await take(withCall({ ...call.definition, category: "ideas", path: "/ideas" }));
		await take(withCall({ ...call.definition, title: { en: "Show us", zh: "演讲" } }));
		expect((await portal.agent().get("/talks").expect(200)).text).toContain("Show us");
	});

	it("say which file cannot be read or written, and which words are missing", async () => {
		const place = await blankInstallation();
		expect(await event(place, "import", "/nowhere/setup.json")).toMatchObject({
			code: 1,
			output: expect.stringMatching(/^\/nowhere\/setup\.json cannot be read/),
		});
		expect(await event(place, "export", "/nowhere/setup.json")).toMatchObject({
			code: 1,
			output: "rostrum: /nowhere/setup.json is not there; choose another path (ENOENT)\n",
		});
		for (const verb of ["export", "import"]) expect((await event(place, verb)).code).toBe(2);
	});
});

it("the schema of the document is public and cached", async () => {
	const answer = await (await openPortal()).agent().get("/api/setup.schema.json").expect(200);
	expect(answer.headers["cache-control"]).toContain("public");
	expect(answer.body).toMatchObject({ $schema: expect.stringContaining("json-schema.org"), type: "object" });
	expect(Object.keys(answer.body.properties)).toEqual(Object.keys(setupDocument.shape));
});
