import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { cli, installation, send, startHere, titles } from "./support/backups.ts";
import { textOfPage } from "./support/form.ts";
import { root, temporaryDirectory } from "./support/portal.ts";
import { runToEnd } from "./support/server.ts";
import { openMailbox } from "./support/smtp.ts";

const ADMIN = { email: "ops@example.org", password: "chosen-password" };
const REFUSED = "This is a test copy of the portal. Nothing can be changed here.";

/** An installation with a talk and an administrator, and its backup. */
async function withBackup() {
	const where = installation();
	const server = await startHere(where);
	await send(server, { title: "Before" });
	await runToEnd("cli.js", { ...where }, ["admin", "create", ADMIN.email], { input: `${ADMIN.password}\n` });
	const folder = temporaryDirectory();
	expect((await cli(where, "backup", folder)).code).toBe(0);
	await send(server, { title: "After" });
	return { where, server, file: join(folder, readdirSync(folder)[0] ?? "") };
}

/** Starts a drill with the settings of a real portal. @returns its address, and what ends it */
async function drill(environment: Record<string, string>, file: string, copy: string) {
	const words = [join(root, "build/cli.js"), "restore", "--drill", file, copy];
	const child = spawn(process.execPath, words, {
		env: { PATH: process.env.PATH, NODE_ENV: "production", ENV_FILE: "", ...environment },
	});
	onTestFinished(() => void child.kill("SIGKILL"));
	const ended = new Promise<number | null>((done) => child.on("close", done));
	const origin = await new Promise<string>((done, fail) => {
		let said = "";
		for (const stream of [child.stdout, child.stderr])
			stream.on("data", (chunk) => {
				said += chunk;
				const address = /^It is at (http:\S+),/m.exec(said)?.[1];
				if (address) done(address.replace("localhost", "127.0.0.1"));
			});
		void ended.then((code) => fail(new Error(`ended with ${code}: ${said}`)));
	});
	return {
		origin,
		end: () => {
			child.kill("SIGINT");
			return ended;
		},
	};
}

it("a drill serves a copy of a backup beside the server: to be looked at, not changed, and no email leaves", async () => {
	const { where, server, file } = await withBackup();
	const mailbox = await openMailbox();
	const copy = join(temporaryDirectory(), "copy");
	const settings = {
		PUBLIC_URL: "https://cfp.example.org",
		TRUST_PROXY: "1",
		SMTP_URL: mailbox.url,
		MAIL_FROM: "a@b.example",
	};
	const { origin, end } = await drill({ ...where, ...settings, REPLICATION: "1" }, file, copy);
	expect(titles({ DATA_DIR: join(copy, "data"), UPLOADS_DIR: "" })).toEqual(["Before"]);
	const list = textOfPage(await (await fetch(`${origin}/proposals`)).text());
	expect([list.includes("Before"), list.includes("After"), list.includes(REFUSED)]).toEqual([true, false, true]);

	const sent = await fetch(`${origin}/api/submit`, {
		method: "POST",
		body: new URLSearchParams({ title: "Not taken" }),
	});
	expect([sent.status, await sent.json()]).toEqual([503, { message: REFUSED, error: "BUSY" }]);
	const signIn = await fetch(`${origin}/login`, {
		method: "POST",
		body: new URLSearchParams(ADMIN),
		redirect: "manual",
	});
	expect(signIn.status).toBe(303);
	const cookie = signIn.headers
		.getSetCookie()
		.map((one) => one.split(";")[0])
		.join("; ");
	expect((await fetch(`${origin}/admin`, { headers: { cookie } })).status).toBe(200);
	const form = new URLSearchParams({ "status-1": "Reject", "seen-1": "New", "do.save.1": "Save" });
	const changed = await fetch(`${origin}/admin/proposals`, {
		method: "POST",
		body: form,
		headers: { cookie, "sec-fetch-site": "same-origin" },
	});
	expect([changed.status, textOfPage(await changed.text()).includes(REFUSED)]).toEqual([503, true]);

	expect(await end()).toBe(0);
	expect([existsSync(copy), mailbox.mails.length]).toEqual([false, 0]);
	expect(titles(where)).toEqual(["Before", "After"]);
	await server.end();
});

it("a drill needs a folder with nothing in it, and leaves one as it was", async () => {
	const { where, server, file } = await withBackup();
	const full = temporaryDirectory();
	writeFileSync(join(full, "letter.txt"), "mine");
	const none = await cli(where, "restore", "--drill", file);
	expect([none.code, none.output]).toEqual([1, "rostrum: --drill needs a new or empty folder for the copy\n"]);
	const refused = await cli(where, "restore", "--drill", file, full);
	expect([refused.code, refused.output]).toEqual([
		1,
		expect.stringContaining(`rostrum: ${full} is not empty; choose another folder`),
	]);
	expect((await cli(where, "restore", "--drill", file, "/proc/nowhere/copy")).code).toBe(1);
	const other = await cli(where, "restore", file, full);
	expect([other.code, other.output]).toEqual([1, expect.stringContaining("A folder is only for --drill")]);
	const damaged = join(temporaryDirectory(), "text.tar");
	writeFileSync(damaged, "not an archive");
	const empty = join(full, "empty");
	mkdirSync(empty);
	expect((await cli(where, "restore", "--drill", damaged, empty)).code).toBe(1);
	expect([readdirSync(full), readdirSync(empty)]).toEqual([["empty", "letter.txt"], []]);
	await server.end();
});
