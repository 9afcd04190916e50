import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spotId } from "../../app/programmes/index.ts";
import { ERASURES } from "../../db/erasures.ts";
import { backupsIn, DATABASE } from "../backup/archive.ts";
import { foldersBefore } from "../backup/leftovers.ts";
import type { Volume } from "../portal.ts";
import { print, printable, printError } from "../print.ts";
import type { Outdated } from "../services/privacy/retention.ts";
import { counted, DRY_RUN, type OpenVerb } from "./verb.ts";

/** Gives a person what is kept of them. */
export const exportSubject: OpenVerb = {
	name: "subject export",
	takes: ["EMAIL"],
	mayTake: ["FOLDER"],
	help: `Prints everything that is kept of the person with this address as JSON: account, sign-ins, entries with their
history, drafts, late forms, mails. It holds what organisers noted about their entries, too: look through it before you hand it over.
With FOLDER it is written there as data.json, with the photos beside it. Exits with 1 when nothing is kept.`,
	async run({ services, security }, [email = "", folder]) {
		const copy = services.personalData.copyOf({ address: email }, { notes: true });
		if (!copy) return nothingOf(email);
		security.note("data.exported", { what: "a person", account: security.nameOf(copy.address) });
		const text = JSON.stringify(copy, null, "\t");
		if (folder === undefined) {
			print(text);
			return 0;
		}
		await mkdir(folder, { recursive: true, mode: 0o700 });
		await writeFile(join(folder, "data.json"), `${printable(text)}\n`, { mode: 0o600 });
		const photos = services.personalData.photosOf({ address: email });
		for (const name of photos) await copyFile(services.photos.fileOf(name), join(folder, `${name}.jpg`));
		// Also one that was there before, which keeps what it was.
		for (const name of ["data.json", ...photos.map((photo) => `${photo}.jpg`)]) await chmod(join(folder, name), 0o600);
		print(`${join(folder, "data.json")} and ${counted(photos.length, "photo")}`);
		return 0;
	},
};

/** Forgets a person. */
export const eraseSubject: OpenVerb = {
	name: "subject erase",
	takes: ["EMAIL"],
	options: [DRY_RUN],
	help: `Erases the person with this address beside a running server: account, sign-ins, drafts, photos, the texts of mails,
and everything they wrote. Of their entries the programme, track, status, days and what was chosen from lists stay, for
statistics; they are withdrawn and lose their slots. It cannot be undone, and a backup from before does not undo it:
${ERASURES} beside the backups says (without naming anybody) what to erase again after a restore. What still holds the
person is listed: remove it; daily backups go within 35 days while new ones are made.
With ${DRY_RUN} it only says what is kept. Exits with 1 when nothing is kept, when a photo or the log of the database
cannot be cleaned yet (it is tried again), and for administrators: take their rights away first (admin revoke EMAIL).`,
	async run(volume, [email = ""], options) {
		const { services } = volume;
		if (options.has(DRY_RUN)) {
			const kept = services.personalData.copyOf({ address: email }, { notes: true });
			if (!kept) return nothingOf(email);
			const { account, entries, drafts, late, mails } = kept;
			print(`Kept of ${email}: ${told({ hadAccount: account !== null, entries, drafts, late, mails })}`);
			for (const { id, title, sentBy } of entries) print(`  ${id} (sent by ${sentBy}) ${title}`.trimEnd());
			tellMentions(volume, email);
			return 0;
		}
		const erased = await services.erasing.erase({ address: email });
		if (!erased) return nothingOf(email);
		if (erased === "administrator") {
			printError(`${email} is an administrator: npm run cli -- admin revoke ${email}`);
			return 1;
		}
		print(`Erased: ${told(erased)}, ${counted(erased.photos, "photo")}`);
		tellMentions(volume, email);
		await tellCopies(volume, "the person");
		return tellLeft(volume, erased);
	},
};

/** Forgets what is kept no longer. */
export const purge: OpenVerb = {
	name: "purge",
	takes: [],
	options: [DRY_RUN],
	help: `Erases, beside a running server, entries that nobody needs any more, as subject erase does: those of every programme that
were withdrawn or are not accepted (New and Hold, too), once the last day in the grid and their own first day are twelve
months ago. Registrations whose invitation is confirmed stay. So purge before the days of the next edition are entered,
and again after a restore. Backups from before hold them: what still does is listed.
With ${DRY_RUN} it only says which they are.`,
	async run(volume, _given, options) {
		const { services } = volume;
		if (options.has(DRY_RUN)) {
			const { entries, mails, lastDay } = services.erasing.outdated();
			print(lastDay ? `The last day of the event is ${lastDay}` : "The event has no days yet");
			print(`Would be erased: ${counted(entries.length, "entry", "entries")}, ${counted(mails.length, "mail")}`);
			const kinds = entries.map(kindOf).sort();
			for (const kind of new Set(kinds)) print(`  ${kinds.filter((one) => one === kind).length} ${kind}`);
			for (const entry of entries) print(`${spotId(entry)} (${kindOf(entry)}) ${entry.title || entry.name}`.trimEnd());
			return 0;
		}
		const erased = await services.erasing.purge();
		const { entries, mails, photos } = erased;
		print(`Erased: ${counted(entries, "entry", "entries")}, ${counted(mails, "mail")}, ${counted(photos, "photo")}`);
		if (entries > 0) await tellCopies(volume, "them");
		return tellLeft(volume, erased);
	},
};

/** `hangzhou, Reject`, `hangzhou, Accept, withdrawn`. */
function kindOf({ category, status, presence }: Outdated["entries"][number]): string {
	return [category, status, ...(presence === "active" ? [] : [presence])].join(", ");
}

/** What others wrote is theirs; an organiser can take the name out of it. */
function tellMentions({ services }: Volume, email: string): void {
	const spots = services.personalData.mentionsOf(email);
	if (spots.length > 0) print(`Entries of others that name ${email}: ${spots.join(", ")}`);
}

function nothingOf(email: string): number {
	printError(`Nothing is kept of ${email}`);
	return 1;
}

type Counted = number | readonly unknown[];

interface Told {
	hadAccount: boolean;
	entries: Counted;
	drafts: Counted;
	late: Counted;
	mails: Counted;
}

function told(kept: Told): string {
	const howMany = (one: Counted) => (typeof one === "number" ? one : one.length);
	return [
		kept.hadAccount ? "an account" : "no account",
		counted(howMany(kept.entries), "entry", "entries"),
		counted(howMany(kept.drafts), "draft"),
		...(howMany(kept.late) > 0 ? [counted(howMany(kept.late), "late form")] : []),
		counted(howMany(kept.mails), "mail"),
	].join(", ");
}

/** What could not be removed from the files yet. @returns the exit code */
function tellLeft({ config }: Volume, { photosLeft, logLeft }: { photosLeft: number; logLeft: boolean }): number {
	const again = "The server tries again every hour and at each start.";
	if (photosLeft > 0) {
		const where = `${config.uploadsDir}; operator.log in ${config.dataDir} has the reason`;
		printError(`${counted(photosLeft, "photo")} could not be removed from ${where}. ${again}`);
	}
	if (logLeft) {
		const file = join(config.dataDir, `${DATABASE}-wal`);
		printError(`${file} may still hold their texts, because another program reads the database all the time. ${again}`);
	}
	return photosLeft > 0 || logLeft ? 1 : 0;
}

async function tellCopies(volume: Volume, whom: string): Promise<void> {
	for (const path of await copiesOf(volume)) print(`Still holds ${whom}, if it is older: ${path}`);
}

/** Backups, copies made before migrations, what restores have put aside, and what a killed command left half done. */
async function copiesOf({ config }: Volume): Promise<string[]> {
	const within = async (folder: string, pattern: RegExp) =>
		(await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).map((name) => join(folder, name));
	return [
		...(await within(backupsIn(config), /\.(tar|db)$|^\.backup-/)),
		...(await within(config.dataDir, /^\.backup-/)),
		...(await foldersBefore(config)),
	];
}
