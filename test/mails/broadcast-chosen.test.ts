import { describe, expect, it } from "vitest";
import { SEND, TEXT, WRITE } from "../support/broadcasts.ts";
import { openPage } from "../support/browser.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { sendAccepted } from "../support/schedule.ts";
import { enterConsole } from "../support/sessions.ts";
import { sendTalks } from "../support/talks-sent.ts";

const LIST = 'form[method="post"][action^="/admin/proposals"]';

async function three(): Promise<TestPortal> {
	const portal = await openPortal();
	await sendAccepted(portal, ["Compilers", "Kernels", "Gardens"]);
	portal.sqlite.exec("delete from outbox");
	return portal;
}

const about = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare(
			"select title from outbox join entries on entries.id = entry_id where broadcast is not null order by title",
		)
		.pluck()
		.all();

it("without scripts, only the people of the ticked rows are written to", async () => {
	const portal = await three();
	const admin = await portal.admin();
	const list = (await admin.get("/admin/proposals?status=Accept").expect(200)).text;
	const { headers } = await submitForm(
		admin,
		list,
		{ ids: ["1", "3"] },
		{ selector: LIST, button: "do.write" },
	).redirects(0);
	const { pathname, search } = new URL(headers.location ?? "", portal.origin);
	expect([pathname, search]).toEqual(["/admin/mail/broadcasts", "?of=talk&status=Accept&ids=3&ids=1"]);
	const page = (await admin.get(pathname + search).expect(200)).text;
	expect(textOfPage(page)).toContain("Only 2 selected submissions · Write to all of the list");
	expect(textOfPage(page)).toContain("2 people · 2 submissions");
	const kept = await submitForm(admin, page, TEXT, WRITE).redirects(1).expect(200);
	expect(textOfPage((await submitForm(admin, kept.text, {}, SEND)).text)).toContain("Only 2 selected submissions");
	expect(about(portal)).toEqual(["Compilers", "Gardens"]);
});

it.each(["ids=abc", "ids=-1", "ids=99999999999999999999", `ids=${Array(300).fill("7").join("&ids=")}`])(
	"numbers in the address that make no sense reach nobody or are left out: %s",
	async (search) => {
		const portal = await three();
		const page = await (await portal.admin()).get(`/admin/mail/broadcasts?of=talk&${search}`).expect(200);
		const isNone = !search.includes("7");
		expect(textOfPage(page.text)).toContain(isNone ? "3 people" : "There is no one in this list to write to.");
	},
);

it("with scripts, a button beside the number of ticked rows leads to their people", async () => {
	const portal = await three();
	const page = await openPage(portal.origin, { viewport: { width: 1280, height: 800 } });
	await enterConsole(portal, page, "/admin/proposals");
	expect(await page.locator(".filters a[href*='/admin/mail/broadcasts']").textContent()).toBe(
		"Write to all in this list",
	);
	await page.locator("tbody [name=ids]").nth(1).check();
	await page.locator(".bulk-tools button", { hasText: "Write to them" }).click();
	await page.waitForURL(/ids=2$/);
	expect(await page.textContent("main")).toContain("Only 1 selected submission");
});

describe("where all that match are chosen, on every page,", () => {
	async function thirteen() {
		const portal = await openPortal();
		await sendTalks(
			portal,
			...Array.from({ length: 13 }, (_, at) => ({ title: `T${at}`, email: `p${at}@example.com` })),
		);
		return portal;
	}

	it.each(["do.write", "do.csv"])("%s means all of them", async (button) => {
		const portal = await thirteen();
		const admin = await portal.admin();
		const list = (await admin.get("/admin/proposals?q=T").expect(200)).text;
		const ticks = { ids: ["1", "3"], matching: true };
		const { headers } = await submitForm(admin, list, ticks, { selector: LIST, button }).redirects(0);
		expect(headers.location).toContain("q=T");
		expect(headers.location).not.toContain("ids=");
	});

	it("the button leads, with scripts, to the people of all of them", async () => {
		const portal = await thirteen();
		const page = await openPage(portal.origin, { viewport: { width: 1280, height: 800 } });
		await enterConsole(portal, page, "/admin/proposals");
		await page.locator("thead [type=checkbox]").check();
		await page.check(".bulk-tools [name=matching]");
		await page.locator(".bulk-tools button", { hasText: "Write to them" }).click();
		await page.waitForURL(/broadcasts/);
		expect(await page.textContent("main")).toContain("13 people");
	});
});
