import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";
import { type Certificate, EXPIRED_CERTIFICATE, OWN_CERTIFICATE } from "../support/certificates.ts";
import { sendRegistration } from "../support/entries.ts";
import { openPortal, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { runToEnd } from "../support/server.ts";
import { until } from "../support/smtp.ts";

const refusal = (reason: string) =>
	`rostrum does not accept the certificate of the mail server (${reason}): see SMTP_CERTIFICATE in docs/settings.md`;

/** A mail server on loopback that offers encryption with this certificate. @returns its address */
async function openWith(certificate: Certificate): Promise<string> {
	const server = new SMTPServer({
		authOptional: true,
		...certificate,
		onData(stream, _session, done) {
			stream.resume();
			stream.on("end", done);
		},
	});
	server.on("error", () => undefined);
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
	return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const firstMail = (portal: TestPortal) =>
	portal.sqlite.prepare("select state, last_error as error from outbox order by id limit 1").get() as {
		state: string;
		error: string | null;
	};

/** The line of doctor about the mail server. @param authority a certificate that is trusted beside the usual ones */
async function doctor(SMTP_URL: string, authority: Certificate): Promise<string | undefined> {
	const folder = temporaryDirectory();
	writeFileSync(join(folder, "authority.pem"), authority.cert);
	const { output } = await runToEnd(
		"cli.js",
		{
			DATA_DIR: join(folder, "data"),
			UPLOADS_DIR: join(folder, "uploads"),
			NODE_EXTRA_CA_CERTS: join(folder, "authority.pem"),
			SMTP_URL,
		},
		["doctor"],
	);
	return /^.*the mail server.*$/m.exec(output)?.[0];
}

it("the certificate of a mail server is checked, unless a setting says that one on this machine may show any", async () => {
	const url = await openWith(OWN_CERTIFICATE);
	const careful = await openPortal({ SMTP_URL: url });
	careful.start();
	await sendRegistration(careful);
	await until(() => firstMail(careful).error !== null);
	expect(firstMail(careful)).toEqual({ state: "pending", error: refusal("self-signed certificate") });

	const trusting = await openPortal({ SMTP_URL: url, SMTP_CERTIFICATE: "any" });
	trusting.start();
	await sendRegistration(trusting);
	await until(() => firstMail(trusting).state === "sent");
});

it("one of an authority that Node trusts is accepted, but not after its end", async () => {
	const [good, old] = [await openWith(OWN_CERTIFICATE), await openWith(EXPIRED_CERTIFICATE)];
	const host = (url: string) => new URL(url).host;
	expect(await doctor(good, OWN_CERTIFICATE)).toBe(`ok   the mail server ${host(good)} answers; no login is set`);
	expect(await doctor(old, EXPIRED_CERTIFICATE)).toBe(
		`BAD  the mail server ${host(old)} cannot be used: ${refusal("certificate has expired")}`,
	);
});

it("a mail server elsewhere must show one that is signed", async () => {
	const elsewhere = { SMTP_URL: "smtp://mail.example.org", SMTP_CERTIFICATE: "any", MAIL_FROM: "cfp@example.org" };
	const { code, output } = await runToEnd("main.js", elsewhere);
	expect([code, output]).toEqual([
		1,
		expect.stringContaining("rostrum: SMTP_CERTIFICATE: any is only for a mail server on this machine"),
	]);
});
