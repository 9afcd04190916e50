import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { describe, expect, it, onTestFinished } from "vitest";
import { pathsOf } from "../app/programmes/forms.ts";
import { sendRegistration } from "./support/entries.ts";
import { errorsOf, shownValue, submitForm } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";
import { until } from "./support/smtp.ts";
import { talkFields, talkForm } from "./support/talks.ts";
import { programmes } from "./support/templates.ts";

/** An escape sequence that sets the window title, a C1 control, and a bidi mark. */
const NASTY = "a\u001b]0;owned\u0007\u009b2J\u202eb";
const SHOWN = "a\\u001b]0;owned\\u0007\\u009b2J\\u202eb";
const HIDDEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((one) =>
	/(?![\t\n\r])\p{Cc}/u.test(one),
);

const sendTalk = async (portal: TestPortal, changes: Record<string, string>) => {
	const answer = await fetch(`${portal.origin}/api/submit`, {
		method: "POST",
		body: await talkForm(talkFields(changes)),
	});
	return { status: answer.status, body: (await answer.json()) as { problems?: { field: string }[] } };
};

describe("a control character in an answer", () => {
	it.each(programmes.flatMap(pathsOf))(
		"is refused beside each field of %s, and everything typed is kept",
		async (path) => {
			const portal = await openPortal();
			portal.sqlite.exec("update programmes set state = 'open'");
			const agent = portal.agent();
			const page = (await agent.get(path).expect(200)).text;
			const texts = parse(page)
				.querySelectorAll(
					"form.programme :is(input:not([type]), input[type=text], input[type=email], input[type=url], input[type=tel], textarea)",
				)
				.flatMap((control) => control.getAttribute("name") ?? []);
			expect(texts.length).toBeGreaterThan(3);
			const refused = await submitForm(agent, page, Object.fromEntries(texts.map((name) => [name, NASTY]))).expect(422);
			const { beside } = errorsOf(refused.text);
			for (const name of texts) {
				expect([name, beside[name]]).toEqual([
					name,
					expect.stringContaining("contains characters that cannot be stored"),
				]);
				expect([name, shownValue(refused.text, name)]).toEqual([name, NASTY]);
			}
			expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
		},
	);

	it("is always refused; in single-line fields line breaks and tabs become spaces, soft line breaks become line breaks in texts", async () => {
		const portal = await openPortal();
		for (const control of controls) {
			const { status, body } = await sendTalk(portal, { title: `a${control}b` });
			expect([control, status, body.problems?.map(({ field }) => field)]).toEqual([control, 400, ["title"]]);
		}
		for (const control of controls.filter((one) => !/[\v\f]/.test(one))) {
			expect((await sendTalk(portal, { abstract: `a${control}b` })).status).toBe(400);
		}
		const kept = { title: "a\r\nb\tc", abstract: "a\tb\r\nc\vd" };
		expect((await sendTalk(portal, kept)).status).toBe(201);
		expect(portal.sqlite.prepare("select title, answers ->> 'abstract' as abstract from entries").all()).toEqual([
			{ title: "a b c", abstract: "a\tb\nc\nd" },
		]);
	});

	it("is allowed in a password", async () => {
		const portal = await openPortal();
		const password = "plum\u0007tree\u009b77";
		const given = { username: "han@example.org", password, name: "Han\nMeimei" };
		await portal.agent().post("/api/auth/register").send(given).expect(201);
		await portal.agent().post("/api/auth/login").send({ username: given.username, password }).expect(200);
		await portal
			.agent()
			.post("/api/auth/register")
			.send({ ...given, username: "x@y.zz", name: NASTY })
			.expect(422);
		expect(portal.sqlite.prepare("select name from users").pluck().all()).toEqual(["Han Meimei"]);
	});
});

describe("output for operators", () => {
	it("contains no control characters, whatever the source", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create("boss@example.org", "correct-horse-9");
		await sendTalk(portal, { email: "lei@example.org" });
		await sendRegistration(portal, { email: "tao@example.org" });
		// As an earlier version of the program may have stored them.
		portal.sqlite.prepare("update users set email = ?").run(`${NASTY}@example.org`);
		portal.sqlite.prepare("update entries set title = ?, name = ?, status = 'Reject'").run(NASTY, NASTY);
		const file = join(portal.config.dataDir, "forum.csv");
		writeFileSync(file, `name,email,companySchool,position,countryRegion,forumTopic\n${NASTY},${NASTY},x,x,x,x\n`);
		const environment = {
			DATA_DIR: portal.config.dataDir,
			UPLOADS_DIR: portal.config.uploadsDir,
			SMTP_URL: await openRudeServer(),
		};
		const commands = [
			[["admin", "list"], SHOWN],
			[["admin", "create", NASTY], SHOWN],
			[["subject", "export", "lei@example.org"], SHOWN],
			[["subject", "erase", "lei@example.org", "--dry-run"], SHOWN],
			[["purge", "--dry-run"], SHOWN],
			[["import", "forum", file, "--dry-run"], "line 2: "],
			[["import", "forum", `/${NASTY}`], SHOWN],
			[["verify", `/${NASTY}`], SHOWN],
			[["doctor"], "a\\u001b]0;owned"],
		] as const;
		for (const [words, shown] of commands) {
			const { output } = await runToEnd("cli.js", environment, [...words]);
			expect([words, HIDDEN.exec(output)]).toEqual([words, null]);
			expect([words, output]).toEqual([words, expect.stringContaining(shown)]);
			expect(Math.max(...output.split("\n").map((line) => line.length))).toBeLessThan(1_000);
		}
		const { output } = await runToEnd("cli.js", environment, ["subject", "export", "lei@example.org"]);
		// After what the command says of the search.
		expect(JSON.parse(/^\{[\s\S]*\}$/m.exec(output)?.[0] ?? "")).toMatchObject({ entries: [{ title: NASTY }] });
	});

	it("quotes the mail server in one line of limited length", async () => {
		const portal = await openPortal({ SMTP_URL: await openRudeServer() });
		await sendRegistration(portal, {});
		portal.start();
		const reason = await until(() =>
			portal.sqlite.prepare<[], string>("select last_error from outbox where last_error is not null").pluck().get(),
		);
		expect(reason).toContain("a\\u001b]0;owned\\u0007");
		expect([HIDDEN.test(reason), reason.length <= 500]).toEqual([false, true]);
	});
});

/** A mail server that turns everybody away with what a terminal would obey. @returns its address */
async function openRudeServer(): Promise<string> {
	const server = createServer((socket) => {
		// The portal may hang up before it has read all.
		socket.on("error", () => undefined);
		socket.end(`554 ${NASTY}${"x".repeat(5_000)}\r\n`);
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(() => void server.close());
	return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
