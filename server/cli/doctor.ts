import { statSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { join } from "node:path";
import { OlderDatabase } from "../../db/errors.ts";
import { backupsIn, DATABASE } from "../backup/archive.ts";
import { newestBackup } from "../backup/daily.ts";
import { foldersBefore, lastElsewhere } from "../backup/leftovers.ts";
import { FREE_FOR_UPLOADS_BYTES } from "../disk.ts";
import { mailFault } from "../mail/sender.ts";
import { print, printError, reasonOf, withoutAddresses } from "../print.ts";
import { PROXY_FAULTS } from "../proxy-check.ts";
import type { Volume } from "../volume.ts";
import { type Finding, warning } from "./finding.ts";
import { throughProxies } from "./proxies.ts";
import { counted, type OpenVerb, type Surroundings } from "./verb.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Maximum age of the last backup elsewhere: a week plus a day. */
const MOST_DAYS = 8;

const NOT_ASKED = "--from: the portal is asked only once its data can be opened";

/** WAL size above which a replication program is not keeping up. */
const MOST_LOG_MB = 256;

/** Missing photos that are named. */
const MOST_NAMED = 20;

/** Checks everything an installation needs and reports faults. */
export const doctor: OpenVerb = {
	name: "doctor",
	takes: [],
	value: { option: "--from", of: "URL" },
	help: `Checks directories, free space, settings, database, mail server, unsent emails, photos, links, proxies, the newest backups
inside and outside DATA_DIR, and folders left by a restore. WARN: not set up, or needs your attention. BAD: broken.
Exits with 1 if anything is BAD. Where the data cannot be opened, or are of an earlier program, only what is around them is
checked.
--from asks the running portal through the address that visitors use, and checks what the proxies in front make of
requests: Host, X-Forwarded-For, X-Forwarded-Proto, and bodies of up to 64 MB, which are sent.`,
	async run(volume, [from]) {
		if (from === undefined) return report(await everything(volume, [proxy(volume)]));
		const url = webAddress(from);
		if (!url) {
			printError("--from takes the address that visitors use, such as https://cfp.example.org");
			return 2;
		}
		return report(await everything(volume, await throughProxies(url, volume)));
	},
	async runWithout(surroundings, fault, [from]) {
		const data = fault instanceof OlderDatabase ? warning(fault.message) : { ok: false, text: fault.message };
		const proxies = from === undefined ? proxy(surroundings) : warning(NOT_ASKED);
		return report([data, ...(await around(surroundings, [proxies]))]);
	},
};

function webAddress(text: string): URL | undefined {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

async function everything(volume: Volume, proxies: readonly Finding[]): Promise<Finding[]> {
	return [
		await database(volume),
		...(await around(volume, proxies)),
		...outbox(volume),
		...(await missingPhotos(volume)),
		administrators(volume),
	];
}

/** @returns the exit code */
function report(findings: readonly Finding[]): number {
	for (const { ok, warns, text } of findings) print(`${ok ? (warns ? "WARN" : "ok  ") : "BAD "} ${text}`);
	return findings.every(({ ok }) => ok) ? 0 : 1;
}

/** What is around the database. */
async function around(surroundings: Surroundings, proxies: readonly Finding[]): Promise<Finding[]> {
	const { dataDir, uploadsDir } = surroundings.config;
	return [
		...(await Promise.all([dataDir, uploadsDir].map((path) => directory(path, surroundings)))),
		...surroundings.config.mistyped.map(warning),
		...replication(surroundings),
		...(await mail(surroundings)),
		address(surroundings),
		...proxies,
		...(await backups(surroundings)),
		...(await leftovers(surroundings)),
	];
}

async function directory(path: string, { disk }: Surroundings): Promise<Finding> {
	const free = disk.free(path);
	const writable = await access(path, constants.W_OK).then(
		() => true,
		() => false,
	);
	if (!writable) return { ok: false, text: `${path} cannot be written` };
	const text = `${path} is writable, ${Math.round(free / 1024 ** 2)} MB free`;
	return { ok: free >= FREE_FOR_UPLOADS_BYTES, text };
}

async function database({ db }: Volume): Promise<Finding> {
	try {
		await db.probe();
		return { ok: true, text: "the database can be read and written" };
	} catch (error) {
		return { ok: false, text: `the database cannot be written: ${reasonOf(error)}` };
	}
}

/** The replication program empties the log: if the log keeps growing, that program is not running. */
function replication({ config }: Surroundings): Finding[] {
	if (!config.replication) return [];
	const file = join(config.dataDir, `${DATABASE}-wal`);
	const megabytes = Math.round((statSync(file, { throwIfNoEntry: false })?.size ?? 0) / 1024 ** 2);
	const text = `REPLICATION is 1: ${file} has ${megabytes} MB`;
	if (megabytes <= MOST_LOG_MB) return [{ ok: true, text }];
	return [warning(`${text}: the program that copies it should have emptied it. Is it running?`)];
}

async function mail({ config }: Surroundings): Promise<Finding[]> {
	const [{ createMailTransport }, { failureInWords, judge }] = await Promise.all([
		import("../mail/transport.ts"),
		import("../mail/verdict.ts"),
	]);
	const transport = createMailTransport(config);
	const fault = mailFault(config);
	const sender = fault ? [warning(fault)] : [];
	if (!config.smtpUrl || !transport) return sender;
	const { host } = new URL(config.smtpUrl);
	try {
		await transport.verify();
		const text = `the mail server ${host} ${config.smtpLogin ? "accepts our login" : "answers; no login is set"}`;
		return [{ ok: true, text }, ...sender];
	} catch (error) {
		const refused = judge(error instanceof Error ? error : {}).isLogin
			? `the mail server ${host} refuses our login`
			: `the mail server ${host} cannot be used`;
		return [{ ok: false, text: `${refused}: ${withoutAddresses(failureInWords(error))}` }, ...sender];
	} finally {
		transport.close();
	}
}

function outbox({ services }: Volume): Finding[] {
	const { heldUp, failed, restored, reason } = services.mailRetries.summary();
	const { pending = 0, sending = 0 } = services.measures().mails;
	const said = reason ? `: ${withoutAddresses(reasonOf(reason))}` : "";
	const waiting = `${counted(pending + sending, "email")} not sent yet`;
	return [
		...(heldUp > 0 ? [warning(`${waiting}, ${heldUp} of them after a failed attempt${said}`)] : []),
		...(heldUp === 0 && pending + sending > 0 ? [{ ok: true, text: waiting }] : []),
		...(failed > restored
			? [warning(`${counted(failed - restored, "email")} failed: npm run cli -- mail list, then mail retry`)]
			: []),
		...(restored > 0
			? [warning(`${counted(restored, "email")} restored from a backup: retry them one by one at /admin/mail`)]
			: []),
	];
}

async function missingPhotos({ services, config }: Volume): Promise<Finding[]> {
	const missing = await services.missingPhotos.look().catch(() => []);
	if (missing.length === 0) return [];
	const some = missing.slice(0, MOST_NAMED).map(({ entry, file }) => `\n       ${entry}: ${file}`);
	const rest = missing.length > some.length ? `\n       and ${missing.length - some.length} more` : "";
	const remedy =
		"put them there from a backup, which holds them as uploads/NAME, and let the user of the server own them";
	const what = counted(missing.length, "photo or file is", "photos or files are");
	return [
		{
			ok: false,
			text: `${what} missing, or cannot be read, in ${config.uploadsDir}; ${remedy}:${some.join("")}${rest}`,
		},
	];
}

function address({ config }: Surroundings): Finding {
	if (!config.publicUrl) return warning("PUBLIC_URL is not set: links in emails lead to localhost");
	return { ok: true, text: `links in emails lead to ${config.publicUrl}` };
}

/** The server has no TLS, so an https URL means a proxy. */
function proxy({ config }: Surroundings): Finding {
	const { trustProxy, publicUrl = "URL" } = config;
	if (trustProxy > 0)
		return { ok: true, text: `TRUST_PROXY is ${trustProxy}; to check it: npm run cli -- doctor --from ${publicUrl}` };
	if (config.secureCookies) return warning(PROXY_FAULTS.notTrusted);
	return warning("TRUST_PROXY is 0: behind a proxy, all visitors would share one limit");
}

async function backups({ config }: Surroundings): Promise<Finding[]> {
	const { hours, isLate } = await newestBackup(config);
	const folder = backupsIn(config);
	const there = age(folder, hours);
	const elsewhere = await lastElsewhere(config.dataDir);
	return [isLate ? { ...there, ok: false } : there, elsewhereFinding(elsewhere)];
}

function age(folder: string, hours: number | undefined): Finding {
	if (hours === undefined) return warning(`there is no backup in ${folder} yet: npm run cli -- backup`);
	const text = `the newest backup in ${folder} is ${hours} hours old`;
	return hours > MOST_DAYS * 24 ? warning(text) : { ok: true, text };
}

function elsewhereFinding(last: { path: string; at: number } | undefined): Finding {
	const hint = "npm run cli -- backup FOLDER, on another disk";
	if (!last) return warning(`no backup is known outside DATA_DIR; those inside are lost if it is lost: ${hint}`);
	const days = Math.floor((Date.now() - last.at) / DAY_MS);
	if (days > MOST_DAYS) return warning(`the newest backup outside DATA_DIR is ${days} days old: ${hint}`);
	return { ok: true, text: `the newest backup outside DATA_DIR is ${counted(days, "day")} old (${last.path})` };
}

async function leftovers({ config }: Surroundings): Promise<Finding[]> {
	const folders = await foldersBefore(config);
	return folders.map((path) => warning(`${path} holds data that a restore replaced: remove it when no longer needed`));
}

function administrators({ services }: Volume): Finding {
	return services.administrators.exist()
		? { ok: true, text: "there is an administrator" }
		: { ok: false, text: "there is no administrator: npm run cli -- admin create EMAIL" };
}
