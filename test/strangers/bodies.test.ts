import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type AccessRow, isCapability } from "../../server/access.ts";
import { encoded, KIB, LONGEST, NAMES, ODD_BODIES, post, ways } from "../support/bodies.ts";
import { CALLS, openAll } from "../support/fillings.ts";
import { errorsOf, shownValue, shownValues, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { programmes } from "../support/templates.ts";

describe("at every address that takes a body", () => {
	it("compressed forms are refused, and compressed JSON is read no further than its limit", async () => {
		const portal = await openPortal();
		const agent = await portal.admin();
		const bomb = gzipSync(encoded("json", [["email", "a@".padEnd(4_000 * KIB, ".")]]));
		for (const { row, type } of ways) {
			const { status } = await post(agent, row, type, bomb, "gzip");
			expect([row.path, type, status]).toEqual([row.path, type, type === "json" ? 413 : 415]);
			const { status: unknown } = await post(agent, row, type, "x", "rot13");
			expect([row.path, type, unknown]).toEqual([row.path, type, 415]);
		}
	});

	it("the longest body is answered below 500, for guests and administrators", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const askers = [portal.agent(), await portal.admin()];
		for (const { row, type } of ways) {
			const each = Math.floor(LONGEST[type] / NAMES.length / (type === "form" ? 3 : type === "json" ? 2 : 1));
			const body = encoded(type, [...NAMES.map((name) => [name, `a@${".".repeat(each - 3)}@`] as const)]);
			for (const asker of askers) {
				const { status } = await post(asker, row, type, body);
				expect([row.path, type, status < 500]).toEqual([row.path, type, true]);
			}
		}
	});

	it("a part without a name, or otherwise odd, is answered below 500, and the server goes on", async () => {
		// What would end a server ends the run as well: the test runner fails for an error that nobody caught.
		const portal = await openPortal();
		for (const asker of [portal.agent(), await portal.admin()]) {
			for (const { row, type } of ways.filter((way) => way.type === "multipart")) {
				for (const body of ODD_BODIES) {
					const { status } = await post(asker, row, type, body);
					expect([row.path, body, status < 500]).toEqual([row.path, body, true]);
				}
			}
		}
		expect((await fetch(`${portal.origin}/healthz`)).status).toBe(200);
	});

	it("too many fields are refused with the same message in every encoding", async () => {
		const portal = await openPortal();
		const fields = Array.from({ length: 61 }, (_, n) => [`field${n}`, "1"] as const);
		for (const type of ["form", "multipart"] as const) {
			const row = ways.find((way) => way.type === type && way.row.path === "/hangzhou")?.row as AccessRow;
			const { status, text } = await post(portal.agent(), row, type, encoded(type, fields));
			expect([type, status]).toEqual([type, 413]);
			expect(text).toContain("The form has too many fields.");
		}
	});

	it("more fields than any form has are refused; administrators may tick all of a day", async () => {
		const portal = await openPortal();
		const admin = await portal.admin();
		const many = (count: number) => new URLSearchParams(Array.from({ length: count }, () => ["ids", "1"])).toString();
		for (const { row, type } of ways.filter((way) => way.type === "form")) {
			const most = isCapability(row.who) ? 2_100 : 60;
			const { status, text } = await post(admin, row, type, many(most + 1));
			expect([row.path, status]).toEqual([row.path, 413]);
			expect(text).toContain("The form has too many fields.");
			expect([row.path, (await post(admin, row, type, many(most))).status]).not.toEqual([row.path, 413]);
		}
	});
});

describe("a form of a visitor", () => {
	it.each(["applied", "artistic"] as const)("has room for every box of %s at once", async (name) => {
		const portal = await openPortal();
		await openAll(portal);
		const agent = portal.agent();
		const { path, filling } = CALLS[name];
		const { text } = await agent.get(path);
		const programme = programmes.find(({ category }) => category === "sl-aigc");
		const lists = (programme?.fields ?? []).flatMap((field) =>
			field.kind === "choices" && field.name in filling ? [[field.name, field.options.map(({ value }) => value)]] : [],
		);
		const all = { ...filling, ...(Object.fromEntries(lists) as Record<string, string[]>), name: "" };
		const refused = await submitForm(agent, text, all).expect(422);
		for (const [field, values] of lists) expect(shownValues(refused.text, String(field))).toEqual(values);
		await submitForm(agent, refused.text, { name: "Li Lei" }).expect(303);
	});

	it("comes back with each text cut to its limit, says so, and loses nothing else", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const agent = portal.agent();
		const { path } = CALLS.hangzhou;
		const long = { title: "题".repeat(301), abstract: `${"a\r\n".repeat(5_000)}b`, bio: `${"c\n".repeat(4_999)}d` };
		const filling = { ...long, name: "x".repeat(100 * KIB), email: `a@${".".repeat(100 * KIB)}@`, org: "Example 大学" };
		const { text } = await submitForm(agent, (await agent.get(path)).text, filling).expect(422);
		expect(text.length).toBeLessThan(128 * KIB);
		expect(shownValue(text, "title")).toBe("题".repeat(300));
		expect(shownValue(text, "abstract")).toBe("a\n".repeat(5_000));
		expect(shownValue(text, "bio")).toBe(long.bio);
		expect(shownValue(text, "name")).toBe("x".repeat(200));
		expect(shownValue(text, "org")).toBe("Example 大学");
		expect(errorsOf(text).beside.title).toBe("Talk Title must have at most 300 characters. The rest was cut off");
		expect(Object.keys(errorsOf(text).beside)).not.toContain("bio");
		// What was kept of it is shown no longer either, and says so too.
		const opened = (await agent.get(path).expect(200)).text;
		expect(shownValue(opened, "title")).toBe("题".repeat(300));
		expect(errorsOf(opened).list).toContain("Talk Title must have at most 300 characters. The rest was cut off");
	});

	it.each([
		["/login", "email", 254],
		["/register", "name", 200],
		["/forgot-password", "email", 254],
	])("at %s comes back with its %s cut, and says so", async (path, field, max) => {
		const portal = await openPortal();
		const typed = { [field]: "x".repeat(100 * KIB) };
		const { text } = await portal.agent().post(path).type("form").send(typed).expect(422);
		expect(shownValue(text, field)).toBe("x".repeat(max));
		expect(textOfPage(text)).toContain("One answer was too long and was shortened to its limit.");
	});
});
