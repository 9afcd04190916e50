import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageOf, picture, save } from "./support/event.ts";
import { shownValue } from "./support/form.ts";
import { openPortal, temporaryDirectory } from "./support/portal.ts";
import { FILES, folder, madeBy } from "./support/upgrades.ts";

describe("the settings of the environment", () => {
	const SETTINGS = {
		...{ BRAND_PRODUCT: "Suzhou 2026", BRAND_PLACE: "Suzhou", BRAND_FOUNDATION: "Lake Foundation" },
		...{ BRAND_SUPPORT: "ask@lake.example", BRAND_ACCENT: "#1a56db", TZ_EVENT: "Europe/Paris" },
	};

	const installation = () => {
		const both = temporaryDirectory();
		return { DATA_DIR: join(both, "data"), UPLOADS_DIR: join(both, "uploads") };
	};

	it("make the first event and count no more afterwards", async () => {
		const place = installation();
		const first = await openPortal({ ...place, ...SETTINGS });
		expect((await first.agent().get("/")).text).toContain("Suzhou 2026");
		await save(await first.admin(), { name: "Renamed" });
		await first.release();
		const second = await openPortal({ ...place, BRAND_PRODUCT: "Later", BRAND_LOGO: "/nowhere/logo.png" });
		const { text } = await second.agent().get("/");
		expect([/Renamed/.test(text), /Later/.test(text)]).toEqual([true, false]);
		expect(second.sqlite.prepare("select slug, state from events").all()).toEqual([
			{ slug: "suzhou-2026", state: "current" },
		]);
	});

	it("in force at an upgrade make the event of a database without one, with its logo", async () => {
		const place = installation();
		for (const path of Object.values(place)) mkdirSync(path, { mode: 0o700 });
		const older = FILES.filter((name) => name < "0022").map((name) => join(folder, name));
		cpSync(madeBy(older).file, join(place.DATA_DIR, "rostrum.db"));
		writeFileSync(join(place.UPLOADS_DIR, `${"f".repeat(32)}.jpg`), "a photo");
		const logo = join(temporaryDirectory(), "logo.png");
		writeFileSync(logo, await picture("png"));
		const after = await openPortal({ ...place, ...SETTINGS, BRAND_LOGO: logo });
		const page = await pageOf(await after.admin());
		expect(["name", "place", "placeZh", "organisation", "zone"].map((name) => shownValue(page, name))).toEqual([
			...["Suzhou 2026", "Suzhou", "Suzhou", "Lake Foundation", "Europe/Paris"],
		]);
		expect(page).toContain("/brand/logo.png?v=");
		const talks = (await after.agent().get("/proposals")).text;
		for (const part of ["Suzhou 2026", "Title 7"]) expect(talks).toContain(part);
	});

	it("cannot make two current events", async () => {
		const { sqlite } = await openPortal();
		const another = "insert into events (slug, state, name, zone, organisation, support, accent) values";
		expect(() => sqlite.exec(`${another} ('b', 'current', 'B', 'UTC', 'B', 'b@b.example', '#000000')`)).toThrow(
			"UNIQUE constraint failed: events.state",
		);
		sqlite.exec(`${another} ('b', 'archived', 'B', 'UTC', 'B', 'b@b.example', '#000000')`);
	});
});
