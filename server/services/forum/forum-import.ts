import { readFile } from "node:fs/promises";
import { and, eq, inArray } from "drizzle-orm";
import { FIRST_STATUS } from "../../../app/lifecycle.ts";
import type { Locale, Programme } from "../../../app/programmes/define.ts";
import { REGISTRATIONS } from "../../../app/programmes/forum.ts";
import type { Orm } from "../../../db/client.ts";
import { entries, entryLog, programmes } from "../../../db/schema.ts";
import { AppError } from "../../errors.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Actor, requireCan } from "../actor.ts";
import { takeTextsApart, toColumns } from "../entries/entry-rows.ts";
import { KNOWN_STATUS, tellsAtOnce } from "../entries/told.ts";
import { BATCH_SIZE, batchesOf, mapInBatches, yieldToOthers } from "../limits/batches.ts";
import type { UploadedFile } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { foldEmail } from "../text-folding.ts";
import { createThread } from "../threads/thread.ts";
import { columnsFor, type Fault, type Reading, type RightRow, readRegistrations, readText } from "./forum-file.ts";

/** The operator of the machine needs no account. */
export type Importer = Actor | "operator";

/** Result of checking or importing a file. */
export interface ImportReport {
	/** Why no row was checked: too many rows for this actor, or a wrong header. */
	refused?: Reading["refused"];
	/** The errors in the header, or every row with errors and all of them. If there is one, nothing is stored. */
	bad: Fault[];
	/** Rows whose email address is already registered, or is further up in the file. They are skipped. */
	duplicates: { line: number; email: string }[];
	/** How many rows are or would be stored. */
	rows: number;
	stored: boolean;
}

/** Maximum file size on the page: its text is posted back in the form (`middleware/body.ts`). */
const MOST_SENT_BYTES = 400 * 1024;
/** Maximum rows on the page: all are written in one transaction, which blocks others. The command takes more. */
const MOST_ROWS = 500;
/** The largest file of a page has 400,000 empty cells. */
const THREAD = { mostMs: 10_000, mostWaitMs: 10_000, mostHeapMb: 128, idleMs: 5_000 };

export type ForumImport = ReturnType<typeof createForumImport>;

/** Imports registrations from CSV: all rows, or none if any is wrong. */
export function createForumImport({ config, db, event, now, registry }: Runtime, { accounts }: { accounts: Accounts }) {
	const readApart = createThread("registrations", { ...THREAD, scale: config.rateLimitScale });

	/** The call that rows are imported into. @throws AppError NOT_FOUND where there is none */
	function programme(): Programme {
		const { find, all } = registry();
		const call = find("forum") ?? all.find(({ kind }) => kind === REGISTRATIONS);
		if (!call) throw new AppError("NOT_FOUND");
		return call;
	}

	/** The text of a file that was sent; undefined for one too big to be sent again with the form. */
	async function uploaded(by: Importer, file: UploadedFile): Promise<string | undefined> {
		if (by !== "operator") requireCan(by, "entries.manage");
		if (file.noRoom) throw new AppError("STORAGE_FULL");
		if (file.tooBig || file.bytes > MOST_SENT_BYTES) return;
		const text = readText(await readFile(file.path));
		// Chinese has two bytes a character in other encodings, and three in the form.
		return Buffer.byteLength(text) > MOST_SENT_BYTES ? undefined : text;
	}

	/** The rows of a file. The operator's may have any number, and nobody else waits. @throws AppError BUSY */
	async function read(by: Importer, text: string, locale: Locale): Promise<Reading> {
		const file = { programme: programme(), text, locale };
		if (by === "operator") return readRegistrations({ ...file, most: Number.POSITIVE_INFINITY });
		const calculated = await readApart({ ...file, most: MOST_ROWS }, by.network);
		if (calculated.ok) return calculated.result;
		if (calculated.problem === "too-slow") throw new AppError("BUSY", { retryAfter: 5 });
		return { refused: "tooMany", bad: [], rows: [] };
	}

	/** What `store` would do. Changes nothing. */
	async function inspect(by: Importer, text: string, locale: Locale): Promise<ImportReport> {
		if (by !== "operator") requireCan(by, "entries.manage");
		const { rows, ...reading } = await read(by, text, locale);
		const { fresh, duplicates } = sift(db.orm, rows);
		return { ...reading, duplicates, rows: fresh.length, stored: false };
	}

	/** Stores the rows in one transaction and indexes them afterwards. Sends no mails. */
	async function store(by: Importer, text: string, locale: Locale): Promise<ImportReport> {
		const actorId = by === "operator" ? null : requireCan(by, "entries.manage").id;
		const { rows, ...reading } = await read(by, text, locale);
		if (reading.refused || reading.bad.length > 0) {
			return { ...reading, duplicates: sift(db.orm, rows).duplicates, rows: 0, stored: false };
		}
		const prepared = await mapInBatches(rows, (row) => toRow(programme(), row));
		const report = await db.write((tx) => {
			const { fresh, duplicates } = sift(tx, prepared);
			const at = now();
			const isTold = tellsAtOnce(tx, programme().category);
			const { formVersion = null } =
				tx
					.select({ formVersion: programmes.version })
					.from(programmes)
					.where(eq(programmes.category, programme().category))
					.get() ?? {};
			// Several in one statement: putting a statement together takes longer than running it.
			for (const batch of batchesOf(fresh)) {
				const owners = accounts.provenOwners(
					tx,
					batch.map(({ email }) => email),
				);
				const made = tx
					.insert(entries)
					.values(
						batch.map(({ values }) => ({
							...values,
							toldStatus: isTold || values.status === FIRST_STATUS ? null : FIRST_STATUS,
							eventId: event.id(),
							formVersion,
							userId: owners.get(values.emailFolded) ?? null,
							createdAt: at,
							updatedAt: at,
						})),
					)
					.returning({ entryId: entries.id, state: entries.status, told: KNOWN_STATUS })
					.all();
				tx.insert(entryLog)
					.values(made.map((row) => ({ ...row, at, actorId, type: "Created" as const })))
					.run();
			}
			return { bad: [], duplicates, rows: fresh.length, stored: true };
		});
		// If interrupted, the next start continues indexing.
		while ((await db.write((tx) => takeTextsApart(tx, registry(), BATCH_SIZE))) > 0) await yieldToOthers();
		return report;
	}

	function sift<Row extends Pick<RightRow, "line" | "email">>(tx: Orm, rows: readonly Row[]) {
		const known = new Set([...batchesOf(rows)].flatMap((batch) => registered(tx, event.id(), batch)));
		const duplicates: ImportReport["duplicates"] = [];
		const fresh = rows.filter(({ line, email }) => {
			const isNew = !known.has(foldEmail(email));
			if (isNew) known.add(foldEmail(email));
			else duplicates.push({ line, email });
			return isNew;
		});
		return { fresh, duplicates };
	}

	return {
		columns: () => columnsFor(programme()),
		mostRows: MOST_ROWS,
		mostSentBytes: MOST_SENT_BYTES,
		uploaded,
		inspect,
		store,
	};
}

/** The addresses of these rows, folded, that are registered already. */
function registered(tx: Orm, event: number, rows: readonly Pick<RightRow, "email">[]): string[] {
	const asked = rows.map(({ email }) => foldEmail(email));
	const found = tx
		.select({ email: entries.emailFolded })
		.from(entries)
		.where(and(eq(entries.eventId, event), eq(entries.kind, REGISTRATIONS), inArray(entries.emailFolded, asked)))
		.all();
	return found.map(({ email }) => email);
}

/** Values of an entry set by the import. */
function toRow(programme: Programme, { line, email, answers, status }: RightRow) {
	const values = {
		...toColumns(programme, answers),
		// Indexed later: indexing long texts dominates the import.
		publicText: null,
		category: programme.category,
		status,
		incomplete: [],
		// A file says nothing about languages; mails to China are in Chinese.
		locale: answers.countryRegion === "中国" ? ("zh" as const) : ("en" as const),
		submissionKey: null,
	};
	return { line, email, values };
}
