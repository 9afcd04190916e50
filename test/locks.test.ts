import { describe, expect, it } from "vitest";
import { register, signIn } from "./support/accounts.ts";
import { sendProject, sendRegistration, sendTalk } from "./support/entries.ts";
import { NOMINATION } from "./support/fillings.ts";
import { shownValue, submitForm } from "./support/form.ts";
import { otherProcess } from "./support/other-process.ts";
import { ADMIN, openPortal, type TestPortal } from "./support/portal.ts";

/** Another process that holds the write lock until told to release it. */
const hold = ({ sqlite }: TestPortal) => otherProcess(sqlite.name, 'd.exec("begin immediate")', 'd.exec("commit")');

const PAGES = ["/", "/hangzhou", "/spotlight-hz", "/proposals", "/schedule", "/login"];

describe("while another process holds the write lock", () => {
	it("pages are served meanwhile, and posts wait until it is released", async () => {
		const portal = await openPortal();
		await sendTalk(portal);
		const free = await hold(portal);
		// Pages first: what they take is no part of how long a post waits.
		const agent = portal.agent();
		for (let n = 0; n < 5 * PAGES.length; n += 1) await agent.get(`${PAGES[n % PAGES.length]}?n=${n}`).expect(200);
		const posts = [
			...Array.from({ length: 10 }, () => sendProject(portal)),
			...Array.from({ length: 10 }, () => sendRegistration(portal)),
		];
		let answered = 0;
		for (const post of posts) void post.then(() => (answered += 1));
		for (const path of PAGES) await agent.get(`${path}?n=last`).expect(200);
		expect(answered).toBe(0);
		await free();
		expect(new Set(await Promise.all(posts)).size).toBe(20);
	});

	it("nothing in the server waits inside SQLite", async () => {
		const portal = await openPortal();
		expect(portal.sqlite.pragma("busy_timeout", { simple: true })).toBe(0);
	});

	it("a server stays ready if the lock is short", async () => {
		const portal = await openPortal();
		const free = await hold(portal);
		const asked = portal
			.agent()
			.get("/readyz")
			.then(({ status }) => status);
		await portal.agent().get("/hangzhou").expect(200);
		await free();
		expect(await asked).toBe(200);
	});

	it("a long lock returns every form with its text and an error", async () => {
		const portal = await openPortal();
		await register(portal, "li@example.org");
		await sendTalk(portal);
		await sendRegistration(portal);
		const [guest, admin, user] = [portal.agent(), await portal.admin(), await signIn(portal, "li@example.org")];
		const page = async (agent: typeof guest, path: string) => (await agent.get(path).expect(200)).text;
		const inDialog = (button: string) => ({ selector: `form:has([name="${button}"])`, button });
		const forms = [
			[guest, await page(guest, "/spotlight-hz"), NOMINATION, {}, "projectname", "Pagoda"],
			[guest, await page(guest, "/login"), ADMIN, { selector: "main form" }, "email", ADMIN.email],
			[guest, await page(guest, "/forgot-password"), { email: "x@y.zz" }, { selector: "main form" }, "email", "x@y.zz"],
			[
				guest,
				await page(guest, "/register"),
				{ name: "New", email: "n@y.zz", password: "Plum-tree 77", confirm: "Plum-tree 77" },
				{ selector: "main form" },
				"name",
				"New",
			],
			[user, await page(user, "/hangzhou"), { title: "Kept" }, { press: "do.save-draft" }, "title", "Kept"],
			[
				admin,
				await page(admin, "/admin/forum?modal=details&id=2"),
				{ currentProgress: "Called twice" },
				inDialog("do.notes"),
				"currentProgress",
				"Called twice",
			],
		] as const;
		await hold(portal);
		const answers = await Promise.all(
			forms.map(async ([agent, html, typed, options, name, kept]) => {
				const { status, text, headers } = await submitForm(agent, html, { ...typed }, options);
				return [name, status, shownValue(text, name) === kept, headers["retry-after"], /very busy/.test(text)];
			}),
		);
		expect(answers).toEqual(forms.map(([, , , , name]) => [name, 503, true, "2", true]));
	});
});
