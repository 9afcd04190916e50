import { readFile } from "node:fs/promises";
import { translators } from "../../../app/locales/index.ts";
import type { Locale } from "../../../app/programmes/define.ts";
import { MOST_SETUP, SETUP_VERSION, type SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../secrets.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Arrivals } from "../photos/arrivals.ts";
import type { UploadedFile } from "../photos/photos.ts";
import { indexAgain } from "../programmes/call-versions.ts";
import type { Runtime } from "../runtime.ts";
import { createThread } from "../threads/thread.ts";
import { createCallSection } from "./call-section.ts";
import { createEventSection } from "./event-section.ts";
import { gridSection } from "./grid-section.ts";
import { drawnLogo, logoSection } from "./logo-section.ts";
import { mailSection } from "./mail-section.ts";
import type { Planned, SetupFault } from "./section.ts";
import { MOST_FAULTS, type ReadSetup, refusedSetup, written } from "./setup-text.ts";
import { trackSection } from "./track-section.ts";

/** The operator of the machine needs no account. */
export type SetupActor = Actor | "operator";

/** What a document would do, or has done. With faults, nothing. */
export interface SetupReport {
	faults: SetupFault[];
	changes: string[];
	/** Names what is set up now: an import that relies on it is refused where it is something else by then. */
	state: string;
	stored: boolean;
	/** The set-up is not what it was when the document was looked at. */
	isStale?: boolean;
}

/** A document of the largest size is read in half a second, of which the program of the thread takes most. */
const THREAD = { mostMs: 10_000, mostWaitMs: 10_000, mostHeapMb: 128, idleMs: 5_000 };

/** The set-up of the event as one document: calls, tracks, grid, texts of mails and what visitors see of the event. */
export function createSetup(
	runtime: Runtime,
	{ isFree, ...drawing }: { isFree: (path: string) => boolean; arrivals: Arrivals; temporary: string },
) {
	const { config, db, event, log, now } = runtime;
	const readApart = createThread("setup", { ...THREAD, scale: config.rateLimitScale });
	/** In the order in which they are applied: days need tracks. */
	const sections = {
		event: createEventSection(event),
		tracks: trackSection,
		calls: createCallSection(isFree, event.zone),
		grid: gridSection,
		mails: mailSection,
		logo: logoSection,
	};

	const may = (by: SetupActor) => (by === "operator" ? null : requireCan(by, "programmes.manage").id);

	function documentIn(tx: Orm): SetupDocument {
		return {
			version: SETUP_VERSION,
			event: sections.event.read(tx),
			tracks: sections.tracks.read(tx),
			calls: sections.calls.read(tx),
			grid: sections.grid.read(tx),
			mails: sections.mails.read(tx),
			logo: sections.logo.read(tx),
		};
	}

	/** Everything that is set up, as text. The same set-up is the same bytes. */
	function exported(by: SetupActor): string {
		may(by);
		return written(documentIn(db.orm));
	}

	const stateIn = (tx: Orm) =>
		sha256(Buffer.from(written(documentIn(tx))))
			.toString("hex")
			.slice(0, 16);

	/** Names what is set up now. */
	function state(by: SetupActor): string {
		may(by);
		return stateIn(db.orm);
	}

	/** The text of a file that was sent; undefined for one too big to be sent again with the form. */
	async function uploaded(by: SetupActor, file: UploadedFile): Promise<string | undefined> {
		may(by);
		if (file.noRoom) throw new AppError("STORAGE_FULL");
		if (file.tooBig || file.bytes > MOST_SETUP.bytes) return;
		return (await readFile(file.path)).toString("utf8");
	}

	/** A document as it was read, with its logo drawn. @throws AppError BUSY */
	async function opened(by: SetupActor, text: string, locale: Locale) {
		const read = await readDocument(by, text, locale);
		return { ...read, drawn: await drawnLogo(read.parts.logo, { ...drawing, by }) };
	}

	async function readDocument(by: SetupActor, text: string, locale: Locale): Promise<ReadSetup> {
		const t = translators[locale];
		if (Buffer.byteLength(text) > MOST_SETUP.bytes) return refusedSetup(t("setupMessages.tooBig"));
		const read = await readApart({ text, locale }, by === "operator" ? undefined : by.network);
		if (read.ok) return read.result;
		if (read.problem === "too-slow") throw new AppError("BUSY", { retryAfter: 5 });
		return refusedSetup(t("setupMessages.tooManyValues", { most: MOST_SETUP.values }));
	}

	function planned(
		tx: Orm,
		actorId: number | null,
		{ parts, faults, drawn }: Awaited<ReturnType<typeof opened>>,
		locale: Locale,
	): Planned {
		const planning = { tx, t: translators[locale], locale, actorId, at: now(), logo: drawn };
		const names = Object.keys(sections) as (keyof typeof sections)[];
		const plans = names
			.filter((name) => [name, ...sections[name].needs].every((one) => parts[one] !== undefined))
			.map((name) => sections[name].plan(planning, parts as SetupDocument));
		return {
			faults: [...faults, ...plans.flatMap((plan) => plan.faults)].slice(0, MOST_FAULTS),
			changes: plans.flatMap(({ changes }) => changes),
			apply: () => {
				for (const plan of plans) plan.apply();
			},
		};
	}

	/** What `store` would do. Changes nothing. */
	async function inspect(by: SetupActor, text: string, locale: Locale): Promise<SetupReport> {
		const actorId = may(by);
		const { faults, changes } = planned(db.orm, actorId, await opened(by, text, locale), locale);
		return { faults, changes, state: stateIn(db.orm), stored: false };
	}

	/**
	 * Makes everything as the document says, in one transaction; nothing where it has a fault. Calls that it lacks are
	 * archived if anyone has submitted to them, tracks are retired, and no entry loses its place.
	 * @param state of the set-up when it was looked at; undefined for whatever it is
	 */
	async function store(by: SetupActor, text: string, locale: Locale, state?: string): Promise<SetupReport> {
		const actorId = may(by);
		const document = await opened(by, text, locale);
		const report = await db.write((tx): SetupReport => {
			const { faults, changes, apply } = planned(tx, actorId, document, locale);
			const present = stateIn(tx);
			const isStale = state !== undefined && state !== present;
			const stored = faults.length === 0 && !isStale;
			if (stored) apply();
			return { faults, changes, state: present, stored, isStale };
		});
		if (!report.stored) return report;
		await indexAgain(runtime);
		log.info({ event: "set-up imported", user: actorId, changes: report.changes.length }, "set-up imported");
		return report;
	}

	return { exported, state, uploaded, inspect, store };
}
