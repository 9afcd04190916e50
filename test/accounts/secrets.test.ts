import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "node-html-parser";
import type { Response } from "supertest";
import { expect, it } from "vitest";
import { FORM, PASSWORD } from "../support/accounts.ts";
import { submitForm } from "../support/form.ts";
import { githubSettings, openGithub } from "../support/github.ts";
import { openPortal } from "../support/portal.ts";
import { openMailbox, until } from "../support/smtp.ts";
import { portrait, talk } from "../support/talks.ts";

const NEW_PASSWORD = "Willow-Tree 8";
const EMAIL = "han@example.org";
/** A path, and an address. */
const NO_SECRETS = ["cfp_back", "cfp_new"];

const pathOf = (address: string | null | undefined) => {
	const { pathname, search } = new URL(address ?? "", "http://here");
	return pathname + search;
};

it("after a full journey, neither log nor database contains a usable secret", async () => {
	const [github, mailbox] = [await openGithub(), await openMailbox()];
	const portal = await openPortal({ ...githubSettings(github), SMTP_URL: mailbox.url, PORT: "1" });
	portal.start();
	const secrets = new Map<string, string>([
		["password", PASSWORD],
		["new password", NEW_PASSWORD],
		["client secret", "hush"],
		["access token", "secret-access-token"],
	]);
	/** Notes the cookies of an answer, and what stands in its address. */
	function note(answer: Response): Response {
		const cookies = ([] as string[]).concat(answer.headers["set-cookie"] ?? []);
		for (const [, name, value] of cookies.map((one) => /^([^=]+)=([^;]*)/.exec(one) ?? []))
			if (value && name?.startsWith("cfp_") && !NO_SECRETS.includes(name))
				secrets.set(`${name} ${secrets.size}`, value);
		noteAddress(answer.headers.location);
		return answer;
	}
	function noteAddress(address: string | undefined): void {
		for (const name of ["token", "code", "state", "key"]) {
			const value = new URL(address ?? "", "http://here").searchParams.get(name);
			if (value) secrets.set(`${name} ${secrets.size}`, value);
		}
	}
	const mailed = async (words: string) => {
		const mail = await until(() => mailbox.mails.find((one) => one.subject?.includes(words)));
		const address = /https?:\S+/.exec(mail.text ?? "")?.[0];
		noteAddress(address);
		return pathOf(address);
	};

	const agent = portal.agent();
	const form = (await agent.get("/?modal=register")).text;
	const typed = { name: "Han", email: EMAIL, password: PASSWORD, confirm: PASSWORD };
	note(await submitForm(agent, form, typed, FORM).expect(303));
	const verify = (await agent.get(await mailed("confirm your email address"))).text;
	note(await submitForm(agent, verify, { password: PASSWORD }, FORM).expect(303));
	note(await agent.post("/login").type("form").send({ email: EMAIL, password: "a wrong one" }).expect(422));
	secrets.set("wrong password", "a wrong one");
	note(await agent.post("/login").type("form").send({ email: EMAIL, password: PASSWORD, remember: "1" }).expect(303));
	const forgetful = portal.agent();
	await forgetful.post("/forgot-password").type("form").send({ email: EMAIL }).expect(303);
	const reset = (await forgetful.get(await mailed("set a new password"))).text;
	const fresh = { password: NEW_PASSWORD, confirm: NEW_PASSWORD };
	note(await submitForm(forgetful, reset, fresh, FORM).expect(303));

	const login = await portal.agent().post("/api/auth/login").send({ username: EMAIL, password: NEW_PASSWORD });
	const bearer = String(login.body.token);
	secrets.set("bearer", bearer);
	await portal.agent().get("/api/spotlights/user").set("Authorization", `Bearer ${bearer}`).expect(200);

	const guest = portal.agent();
	const page = note(await guest.get("/hangzhou")).text;
	note(await submitForm(guest, page, talk({ title: "", email: "guest@example.org" })).expect(422));
	note(await submitForm(guest, page, talk({ email: "guest@example.org", file: await portrait() })).expect(303));
	const link = await mailed("talk-1");
	const shown = (await guest.get(link).expect(200)).text;
	const edit = parse(shown).querySelector("main a.primary")?.getAttribute("href")?.replaceAll("&amp;", "&") ?? "";
	const editing = (await guest.get(edit).expect(200)).text;
	// Receipts are delayed.
	portal.clock.now += 60_000;
	note(await submitForm(guest, editing, { title: "Changed" }).expect(303));

	const stuck = portal.agent();
	note(await submitForm(stuck, (await stuck.get("/hangzhou")).text, {}).expect(422));

	const button = `/api/auth/github?${new URLSearchParams({ return: edit })}`;
	const begun = note(await guest.get(button).expect(302));
	const authorized = await fetch(begun.headers.location ?? "", { redirect: "manual" });
	const callback = authorized.headers.get("Location") ?? "";
	noteAddress(callback);
	const signedIn = note(await guest.get(pathOf(callback)).expect(303));
	note(await guest.get(pathOf(signedIn.headers.location)).expect(303));
	note(await guest.get("/login-success").expect(200));
	await until(() =>
		portal.sqlite.prepare("select count(*) = 0 from outbox where state in ('pending', 'sending')").pluck().get(),
	);

	const kinds = [
		"cfp_sid",
		"cfp_gh",
		"cfp_ho",
		"cfp_visitor",
		"cfp_browser",
		"token",
		"code",
		"state",
		"key",
		"bearer",
	];
	for (const kind of kinds)
		expect([kind, [...secrets.keys()].some((name) => name.startsWith(kind))]).toEqual([kind, true]);
	// Drafts hold the form of somebody who comes back, as it was sent.
	await portal.db.write(() => void portal.sqlite.exec("delete from drafts"));
	await portal.release();
	const file = join(portal.config.dataDir, "rostrum.db");
	expect(existsSync(`${file}-wal`) && readFileSync(`${file}-wal`).length > 0).toBe(false);
	const places = { log: JSON.stringify(portal.lines), database: readFileSync(file).toString("latin1") };
	expect(places.database).toContain(EMAIL);
	const found = Object.entries(places).flatMap(([place, text]) =>
		[...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => `${name} in the ${place}`),
	);
	expect(found).toEqual([]);
});
