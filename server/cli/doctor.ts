import { statfsSync } from "node:fs";
import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { DATABASE, LEFT_FREE_BYTES } from "../backup/archive.ts";
import { backupsIn } from "../backup/daily.ts";
import type { Volume } from "../portal.ts";
import type { OpenVerb } from "./verb.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A daily backup may come two hours late. */
const MOST_HOURS = 26;

interface Finding {
	ok: boolean;
	text: string;
}

/** Looks at everything an installation needs and says what is wrong. */
export const doctor: OpenVerb = {
	name: "doctor",
	takes: [],
	help: "Checks directories, free space, database, mail server, addresses and the age of the newest backup. Exits with 1 when something is wrong.",
	async run(volume) {
		const findings = [
			...(await Promise.all([volume.config.dataDir, volume.config.uploadsDir].map(directory))),
			database(volume),
			await mail(volume),
			address(volume),
			await newestBackup(volume),
			administrators(volume),
		];
		for (const { ok, text } of findings) console.log(`${ok ? "ok  " : "BAD "} ${text}`);
		return findings.every(({ ok }) => ok) ? 0 : 1;
	},
};

async function directory(path: string): Promise<Finding> {
	const { bavail, bsize } = statfsSync(path);
	const free = Math.round((bavail * bsize) / 1024 / 1024);
	const writable = await access(path, constants.W_OK).then(
		() => true,
		() => false,
	);
	if (!writable) return { ok: false, text: `${path} cannot be written` };
	return { ok: bavail * bsize >= LEFT_FREE_BYTES, text: `${path} is writable, ${free} MB free` };
}

function database({ db }: Volume): Finding {
	try {
		db.probe();
		return { ok: true, text: "the database can be read and written" };
	} catch (error) {
		return { ok: false, text: `the database cannot be written: ${error instanceof Error ? error.message : error}` };
	}
}

async function mail({ config }: Volume): Promise<Finding> {
	if (!config.smtpUrl) return { ok: true, text: "SMTP_URL is not set: mails stay in the outbox" };
	const transport = createTransport({ url: config.smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 });
	try {
		await transport.verify();
		return { ok: true, text: `the mail server ${new URL(config.smtpUrl).host} accepts us` };
	} catch (error) {
		return { ok: false, text: `the mail server refuses us: ${error instanceof Error ? error.message : error}` };
	} finally {
		transport.close();
	}
}

function address({ config }: Volume): Finding {
	if (!config.publicUrl) return { ok: true, text: "PUBLIC_URL is not set: links in mails lead to localhost" };
	return { ok: true, text: `links in mails lead to ${config.publicUrl}` };
}

async function newestBackup({ config }: Volume): Promise<Finding> {
	const folder = backupsIn(config);
	const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".tar"));
	const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
	if (times.length === 0) {
		const age = Date.now() - (await stat(join(config.dataDir, DATABASE))).birthtimeMs;
		const isLate = config.dailyBackup && age > MOST_HOURS * HOUR_MS;
		return { ok: !isLate, text: `there is no backup in ${folder} yet: npm run cli -- backup` };
	}
	const hours = Math.floor((Date.now() - Math.max(...times)) / HOUR_MS);
	return {
		ok: !config.dailyBackup || hours <= MOST_HOURS,
		text: `the newest backup in ${folder} is ${hours} hours old`,
	};
}

function administrators({ services }: Volume): Finding {
	return services.administrators.exist()
		? { ok: true, text: "there is an administrator" }
		: { ok: false, text: "there is no administrator: npm run cli -- admin create EMAIL" };
}
