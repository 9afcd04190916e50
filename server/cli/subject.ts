import { existsSync } from "node:fs";
import { chmod, copyFile, readdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { isActive } from "../../app/lifecycle.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { ERASURES } from "../../db/erasures.ts";
import { makeFolder } from "../../db/folder.ts";
import { backupsIn, DATABASE } from "../backup/archive.ts";
import { foldersBefore, lastElsewhere } from "../backup/leftovers.ts";
import { print, printable, printError } from "../print.ts";
import { jsonOf } from "../services/limits/pieces.ts";
import { type FoundPerson, MOST_COPIED } from "../services/privacy/people.ts";
import { foundIn } from "../services/privacy/remnants.ts";
import type { Outdated } from "../services/privacy/retention.ts";
import type { Volume } from "../volume.ts";
import { counted, DRY_RUN, type OpenVerb } from "./verb.ts";

/** Exports all data stored about a person. */
export const exportSubject: OpenVerb = {
	name: "subject export",
	takes: ["EMAIL"],
	mayTake: ["FOLDER"],
	help: `Prints all data stored about the person with this email address as JSON: account, sessions, entries with their history,
drafts, late submissions, emails, unsubscriptions, and the places in texts of others where the address stands, however it is spelled. This
includes organisers' notes on their entries: check it before you pass it on. Places where only their name stands are listed
on standard error, for you to decide, and are not part of the copy.
With FOLDER, writes data.json and the photos there. Exits with 1 if nothing is stored.`,
	async run({ services, security }, [email = "", folder]) {
		const made = await services.people.copyOf(email, { onProgress: tellProgress() });
		if (!made) return nothingOf(email);
		const { copy, found } = made;
		security.note("data.exported", { what: "a person", account: security.nameOf(found.typed) });
		for (const line of namesIn(found)) printError(line);
		const text = JSON.stringify(JSON.parse([...jsonOf(copy)].join("")), null, "\t");
		if (folder === undefined) {
			print(text);
			return 0;
		}
		makeFolder(folder);
		await writeFile(join(folder, "data.json"), `${printable(text)}\n`, { mode: 0o600 });
		const names = services.people.photosOf(email);
		const photos = names.flatMap((name) => services.photos.byName(name) ?? []).map(services.photos.pathOf);
		for (const path of photos) await copyFile(path, join(folder, basename(path)));
		// Tightens an existing folder's permissions, too.
		for (const name of ["data.json", ...photos.map((path) => basename(path))]) await chmod(join(folder, name), 0o600);
		print(`${join(folder, "data.json")} and ${counted(photos.length, "photo")}`);
		return 0;
	},
};

/** Erases a person. */
export const eraseSubject: OpenVerb = {
	name: "subject erase",
	takes: ["EMAIL"],
	options: [DRY_RUN],
	help: `Erases the person with this email address, however it is spelled: account, sessions, drafts, photos, the texts of
emails and everything they wrote. In texts of others, "[removed]" takes the place of the address. Places where only their
name stands, and what is not erased, are listed for you to decide, and stay. The server may be running. Entries are
withdrawn and lose their slots; the call, track, status, dates and choices from lists stay for statistics. This cannot be
undone, not even by restoring an older backup: ${ERASURES} beside the backups, and in those made from now on, records
(without names) what to erase again after a restore. The database file is searched for what was erased, and written anew
where anything is found: submissions wait for about a second for 100 MB. Backups and other copies are
searched, too, and those that still contain the person's data are listed: remove them. Daily backups disappear within 35
days as new ones are made.
With ${DRY_RUN}, only lists what is stored. Exits with 1 if nothing is stored, if a photo or the database log cannot be
cleaned yet (the server tries again), and for administrators: take their rights away first (admin revoke EMAIL).`,
	async run(volume, [email = ""], options) {
		const { services } = volume;
		// Their names are known before they are erased.
		const found = await services.people.find(email, { most: MOST_COPIED, onProgress: tellProgress() });
		if (options.has(DRY_RUN)) {
			if (!found) return nothingOf(email);
			print(`Stored about ${email}: ${told({ hadAccount: found.accounts.length > 0, ...found.counts })}`);
			for (const { entry, title, sentBy } of found.own.shown)
				print(`  ${entry} (sent by ${sentBy}) ${title}`.trimEnd());
			const more = found.counts.entries - found.own.shown.length;
			if (more > 0) print(`  and ${counted(more, "more entry", "more entries")}`);
			for (const line of [...mentionsIn(found), ...leftIn(found), ...namesIn(found)]) print(line);
			return 0;
		}
		const texts = services.erasing.textsFor({ address: email });
		const erased = await services.erasing.erase({ address: email });
		if (!erased) return nothingOf(email);
		if (erased === "manager") {
			printError(`${email} is an administrator: npm run cli -- admin revoke ${email}`);
			return 1;
		}
		print(`Erased: ${told(erased)}, ${counted(erased.photos, "photo")}`);
		if (erased.mentions > 0) print(`The address was taken out of ${counted(erased.mentions, "text")} of others`);
		for (const line of found ? [...leftIn(found), ...namesIn(found)] : []) print(line);
		await tellRemnants(volume, texts);
		await tellOldCopies(volume, texts);
		return tellLeft(volume, erased);
	},
};

/** Erases outdated entries. */
export const purge: OpenVerb = {
	name: "purge",
	takes: [],
	options: [DRY_RUN],
	help: `Erases entries that are no longer needed, in the same way as subject erase: entries of every call that were withdrawn or
not accepted (New and Hold too), twelve months after the last day in the grid and at least twelve months old themselves.
Registrations with a confirmed invitation stay. The server may be running. Purge before you enter the days of the next
edition, and again after a restore. Older backups that still contain the entries are listed.
With ${DRY_RUN}, only lists the entries.`,
	async run(volume, _given, options) {
		const { services } = volume;
		if (options.has(DRY_RUN)) {
			const { entries, mails, lastDay } = services.erasing.outdated();
			print(lastDay ? `The last day of the event is ${lastDay}` : "The event has no days yet");
			print(`Would be erased: ${counted(entries.length, "entry", "entries")}, ${counted(mails.length, "email")}`);
			const kinds = entries.map(kindOf).sort();
			for (const kind of new Set(kinds)) print(`  ${kinds.filter((one) => one === kind).length} ${kind}`);
			for (const entry of entries) print(`${spotId(entry)} (${kindOf(entry)}) ${entry.title || entry.name}`.trimEnd());
			return 0;
		}
		const erased = await services.erasing.purge();
		const { entries, mails, photos } = erased;
		print(`Erased: ${counted(entries, "entry", "entries")}, ${counted(mails, "email")}, ${counted(photos, "photo")}`);
		const older = entries > 0 ? await copiesOf(volume) : [];
		for (const path of older) print(`May still contain these entries, if it is older: ${path}`);
		return tellLeft(volume, erased);
	},
};

/** `hangzhou, Reject`, `hangzhou, Accept, withdrawn`. */
function kindOf({ category, status, presence }: Outdated["entries"][number]): string {
	return [category, status, ...(isActive({ presence }) ? [] : [presence])].join(", ");
}

/** Places where others name the address. */
function mentionsIn({ address }: FoundPerson): string[] {
	return placesIn(
		`${counted(address.total, "place")} in texts of others with the address, which would be taken out`,
		address,
	);
}

/** Records and texts that are not erased. */
function leftIn({ event, kept }: FoundPerson): string[] {
	const stay = [
		kept.entries > 0 && `${counted(kept.entries, "entry", "entries")} without answers, for statistics`,
		kept.history > 0 && `${counted(kept.history, "line")} of history about status, track and slot`,
		kept.mails > 0 && `${counted(kept.mails, "email")} without address and text`,
		kept.marks > 0 && `${counted(kept.marks, "review")} without text and name`,
		kept.messages > 0 && `${counted(kept.messages, "message")} to other people, without name`,
		kept.optOuts > 0 && `${counted(kept.optOuts, "unsubscription")} without address`,
	].filter((line) => line !== false);
	const what = "in texts about the event, which only organisers change";
	return [
		...(stay.length > 0 ? [`Not erased: ${stay.join("; ")}`] : []),
		...placesIn(`${counted(event.total, "place")} ${what}`, event),
	];
}

/** Places where only the name stands. */
function namesIn({ names, nameOnly }: FoundPerson): string[] {
	const what = `with only a name (${names.join(", ")}), for you to decide`;
	return placesIn(`${counted(nameOnly.total, "place")} ${what}`, nameOnly);
}

function placesIn(title: string, { total, shown }: FoundPerson["address"]): string[] {
	if (total === 0) return [];
	const lines = shown.map(({ place, entry, question, text, link }) =>
		[`  ${entry ?? place}, ${question}: ${text.replace(/\s+/g, " ")}`, link && `(${link})`].filter(Boolean).join(" "),
	);
	return [`${title}:`, ...lines, ...(total > shown.length ? [`  and ${total - shown.length} more`] : [])];
}

/** Rows from which on a search tells how far it is. */
const LONG_SEARCH = 50_000;

function tellProgress(): (done: number, total: number) => void {
	let next = 0.1;
	return (done, total) => {
		if (total < LONG_SEARCH || done / total < next) return;
		printError(`Searched ${Math.floor((done / total) * 100)} %`);
		next = done / total + 0.1;
	};
}

function nothingOf(email: string): number {
	printError(`Nothing is stored about ${email}`);
	return 1;
}

/** How many of each. */
interface Told {
	hadAccount: boolean;
	entries: number;
	drafts: number;
	late: number;
	mails: number;
}

function told(kept: Told): string {
	return [
		kept.hadAccount ? "an account" : "no account",
		counted(kept.entries, "entry", "entries"),
		counted(kept.drafts, "draft"),
		...(kept.late > 0 ? [counted(kept.late, "late submission")] : []),
		counted(kept.mails, "email"),
	].join(", ");
}

/** Reports what could not be removed yet. @returns the exit code */
function tellLeft({ config }: Volume, { photosLeft, logLeft }: { photosLeft: number; logLeft: boolean }): number {
	const again = "The server tries again every hour and at each start.";
	if (photosLeft > 0) {
		const where = `${config.uploadsDir}; operator.log in ${config.dataDir} has the reason`;
		printError(`${counted(photosLeft, "photo")} could not be removed from ${where}. ${again}`);
	}
	if (logLeft) {
		const file = join(config.dataDir, `${DATABASE}-wal`);
		printError(`${file} may still contain their texts, because another program keeps reading the database. ${again}`);
	}
	return photosLeft > 0 || logLeft ? 1 : 0;
}

/** Texts that are named, and how much of each. */
const MOST_NAMED = 5;
const MOST_SHOWN = 60;

/** Searches the database file for what was erased, and writes it anew where something is left in its pages. */
async function tellRemnants({ config, db }: Volume, texts: readonly string[]): Promise<void> {
	const file = join(config.dataDir, DATABASE);
	const searched = `${file} was searched for ${counted(texts.length, "text")} of theirs`;
	const remnants = await foundIn(file, texts);
	if (remnants.size > 0) db.rewrite();
	const left = remnants.size > 0 ? [...(await foundIn(file, texts))] : [];
	if (left.length === 0) {
		print(`${searched}: none is left`);
		return;
	}
	print(`${searched}. Others typed ${left.length} of them as well, and keep them:`);
	for (const text of left.slice(0, MOST_NAMED)) print(`  ${text.slice(0, MOST_SHOWN).replace(/\s+/g, " ")}`);
	if (left.length > MOST_NAMED) print(`  and ${left.length - MOST_NAMED} more`);
}

/** Searches each copy of the data for what was erased. */
async function tellOldCopies(volume: Volume, texts: readonly string[]): Promise<void> {
	const elsewhere = (await lastElsewhere(volume.config.dataDir))?.path;
	const known = elsewhere !== undefined && existsSync(elsewhere) ? [elsewhere] : [];
	for (const path of [...(await copiesOf(volume)), ...known]) {
		const { size } = await foundInCopy(path, texts).catch(() => ({ size: undefined }));
		if (size === undefined) print(`May still contain this person's data; it cannot be read: ${path}`);
		else if (size > 0) print(`Still contains this person's data (${counted(size, "text")}); remove it: ${path}`);
	}
}

/** A backup is an archive without compression, so its bytes are those of the database in it. */
async function foundInCopy(path: string, texts: readonly string[]): Promise<Set<string>> {
	const isFolder = (await stat(path)).isDirectory();
	const names = isFolder ? await readdir(path) : [];
	const files = isFolder ? names.filter((name) => name.startsWith(DATABASE)).map((name) => join(path, name)) : [path];
	const found = await Promise.all(files.map((file) => foundIn(file, texts)));
	return new Set(found.flatMap((one) => [...one]));
}

/** Backups, pre-migration copies, data kept by restores, and temporary folders. */
async function copiesOf({ config }: Volume): Promise<string[]> {
	const within = async (folder: string, pattern: RegExp) =>
		(await readdir(folder).catch(() => [])).filter((name) => pattern.test(name)).map((name) => join(folder, name));
	return [
		...(await within(backupsIn(config), /\.(tar|db)$|^\.backup-/)),
		...(await within(config.dataDir, /^\.backup-/)),
		...(await foldersBefore(config)),
	];
}
