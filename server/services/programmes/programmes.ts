import { and, eq, sql } from "drizzle-orm";
import { translators } from "../../../app/locales/index.ts";
import { textOf } from "../../../app/programmes/answers.ts";
import type { Locale, Programme } from "../../../app/programmes/define.ts";
import {
	formatInstant,
	hasEnded,
	isInGrace,
	isOpenAt,
	isWithoutPast,
	type Phase,
	type ProgrammeWindow,
	phaseAt,
} from "../../../app/programmes/window.ts";
import { programmes } from "../../../db/schema.ts";
import { AppError, type Closer } from "../../errors.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { Submission } from "../entries/submission.ts";
import { tellRest, tellsAtOnce, untoldIn } from "../entries/told.ts";
import type { EarlierEvent } from "../event/earlier-event.ts";
import type { Runtime } from "../runtime.ts";
import type { EventDays } from "../schedule/event-days.ts";
import { isInUse } from "./call-use.ts";
import { ofCurrentEvent } from "./current-programmes.ts";
import {
	CLOSED,
	type ProgrammeSettings,
	textOfSettings,
	toColumns,
	toSettings,
	toWindow,
	type WindowSettings,
} from "./programme-settings.ts";

export type Programmes = ReturnType<typeof createProgrammes>;

export function createProgrammes(
	{ db, event, log, registry, secrets, now }: Runtime,
	{ earlierEvent, eventDays }: { earlierEvent: EarlierEvent; eventDays: EventDays },
) {
	const settingsOf = db.orm
		.select()
		.from(programmes)
		.where(and(eq(programmes.category, sql.placeholder("category")), eq(programmes.archived, false), ofCurrentEvent))
		.prepare();

	/** From memory: the header of every page asks for all of them. */
	const settings = db.rememberingSetup((category: string) => settingsOf.get({ category }));

	/** State and dates of a programme as the administrators set them. */
	const windowOf = (category: string): ProgrammeWindow => settings(category) ?? CLOSED;

	const isEventOver = (): boolean => hasEnded(eventDays(), now(), event.zone());

	/** Until when accepted authors confirm; null where the call does not ask, and once its event is over. */
	const confirmByOf = (category: string): number | null => {
		const confirmBy = settings(category)?.confirmBy ?? null;
		return confirmBy === null || isEventOver() ? null : confirmBy;
	};

	/** How many days before that those who have not answered are reminded. */
	const remindDaysOf = (category: string): number => (settings(category) ?? CLOSED).remindDays;

	/** The version of a call's form that visitors have; undefined where it has none. */
	const versionOf = (category: string) => settings(category)?.version ?? undefined;

	function isOpen(category: string): boolean {
		return isOpenAt(windowOf(category), now());
	}

	/** Whether a closed call is yet to open. The event of the specification began with open ones, all others with none. */
	function isUnopened(category: string, window = windowOf(category)): boolean {
		return !event.isSpecified() && isWithoutPast(window, now()) && !isEventOver() && !isInUse(db.orm, category);
	}

	/**
	 * Whether a form arrives in time, or late but begun in time: shown while the call was open, or being sent when it
	 * closed. @throws AppError PROGRAMME_CLOSED, which says why if that is given
	 */
	function admit(
		category: string,
		{ id, arrivedAt, form }: Pick<Submission, "id" | "arrivedAt" | "form">,
		why?: Closer,
	) {
		if (isOpen(category)) return "in time";
		const begun = isOpened(category, textOf(form, "opened")) ? 0 : arrivedAt;
		if (isInGrace(windowOf(category), now(), begun)) return "late";
		throw new AppError("PROGRAMME_CLOSED", { text: id > 0 ? "EDITING_ENDED" : why });
	}

	/** The last instant of an open call, and whether it takes entries beyond it; undefined where it has no last day. */
	function lastInstant(category: string): { at: number; isPast: boolean } | undefined {
		const { closesAt } = windowOf(category);
		if (!isOpen(category) || closesAt === null) return;
		return { at: closesAt, isPast: closesAt < now() };
	}

	/**
	 * Proves later that a form was shown while its call was open; "" where the call does not end by date. The same in every
	 * form of the call, so that pages stay as they are.
	 */
	function openedProof(category: string): string {
		const { state, closesAt } = windowOf(category);
		if (state !== "dates" || closesAt === null || !isOpen(category)) return "";
		return secrets.sign("opened", category);
	}

	const isOpened = (category: string, proof: string) => secrets.verifies("opened", category, proof);

	/** Every programme with its settings, for administrators. */
	function list(actor: Actor): { programme: Programme; settings: ProgrammeSettings; phase: Phase }[] {
		requireCan(actor, "programmes.manage");
		return registry().all.map((programme) => {
			const set = settings(programme.category) ?? CLOSED;
			return { programme, settings: toSettings(event.zone(), set), phase: phaseAt(set, now()) };
		});
	}

	/** What visitors would be told with these settings. @throws AppError BAD_REQUEST for days that do not exist */
	function preview(actor: Actor, category: string, settings: WindowSettings, locale: Locale) {
		requireCan(actor, "programmes.manage");
		const window = toWindow(event.zone(), settings);
		const phase = phaseAt(window, now());
		const isOpen = phase === "open";
		return {
			phase,
			title: isOpen ? "" : closedTitle(phase, locale),
			sentence: isOpen ? "" : closedSentence(category, window, locale),
		};
	}

	/** Title of the page instead of the form; says "closed" only if it is. */
	function closedTitle(phase: Phase, locale: Locale): string {
		const t = translators[locale];
		if (phase === "soon") return t("closed.titleSoon");
		return t(phase === "external" ? "closed.titleExternal" : "closed.title");
	}

	/** Why a programme accepts nothing, in one sentence. */
	function closedSentence(category: string, window: ProgrammeWindow, locale: Locale): string {
		const t = translators[locale];
		const programme = registry().programmeOf(category).title[locale];
		const date = (instant: number) => formatInstant(instant, event.zone(), locale);
		const phase = phaseAt(window, now());
		if (phase === "soon") return t("closed.soon", { programme, date: date(window.opensAt ?? 0) });
		if (phase === "external") return t("closed.external", { programme });
		const before = earlierEvent(category, locale);
		if (before) return t("closed.over", { programme, event: before });
		if (isUnopened(category, window)) return t("closed.unopened", { programme });
		// Closed before its last day, so that day is not mentioned.
		return window.closesAt === null || now() <= window.closesAt
			? t("closed.now", { programme })
			: t("closed.on", { programme, date: date(window.closesAt) });
	}

	/**
	 * Opens, closes, dates or links a programme, and says when it tells. `was` is what the administrator saw. @returns why
	 * nothing changes: `stale` where that no longer holds, `untold` where statuses would be told that were not released.
	 * @throws AppError NOT_FOUND, BAD_REQUEST for days that do not exist
	 */
	async function change(
		actor: Actor,
		category: string,
		was: ProgrammeSettings,
		settings: ProgrammeSettings,
	): Promise<"saved" | "stale" | "untold"> {
		const { id } = requireCan(actor, "programmes.manage");
		const columns = toColumns(event.zone(), settings);
		const done = await db.write((tx) => {
			const present = tx
				.select()
				.from(programmes)
				.where(and(eq(programmes.category, category), ofCurrentEvent))
				.get();
			if (!present) throw new AppError("NOT_FOUND");
			if (textOfSettings(toSettings(event.zone(), present)) !== textOfSettings(was)) return "stale";
			const { tells } = settings;
			if (tells === "at once" && present.tells !== tells) {
				if (untoldIn(tx, category) > 0) return "untold";
				tellRest(tx, category);
			}
			tx.update(programmes).set(columns).where(eq(programmes.category, category)).run();
			return "saved";
		});
		if (done === "saved")
			log.info({ event: "programme changed", category, user: id, state: columns.state }, "programme changed");
		return done;
	}

	/** The page shown instead of a closed form: this programme and the others. */
	function closing(category: string, locale: Locale) {
		const about = registry().all.map((programme) => {
			const window = windowOf(programme.category);
			const { path: href, title } = programme;
			return { category: programme.category, href, title: title[locale], window, phase: phaseAt(window, now()) };
		});
		const sentenceOf = (one: (typeof about)[number]) => closedSentence(one.category, one.window, locale);
		const asked = about.filter((one) => one.category === category);
		const others = about.filter((one) => one.category !== category);
		const title = registry().programmeOf(category).title[locale];
		if (asked.length === 0) asked.push({ category, href: "", title, window: CLOSED, phase: "closed" });
		const isClosed = asked.every(({ phase }) => phase === "closed");
		return {
			title: asked.map(({ phase }) => closedTitle(phase, locale)).join(""),
			/** The same for someone who wants to edit a submission. */
			editingTitle: translators[locale](isClosed ? "closed.title" : "closed.titleEditing"),
			sentence: asked.map(sentenceOf).join(""),
			link: asked.find(({ phase }) => phase === "external")?.window.link ?? undefined,
			open: others.filter(({ phase }) => phase === "open").map(({ href, title }) => ({ href, title })),
			soon: others.filter(({ phase }) => phase === "soon").map(sentenceOf),
			closed: others.filter(({ phase, category }) => phase === "closed" && !isUnopened(category)).map(sentenceOf),
		};
	}

	return {
		windowOf,
		confirmByOf,
		isEventOver,
		remindDaysOf,
		/** Whether authors of a call see a status as soon as it is set. */
		tellsAtOnce: (category: string) => tellsAtOnce(db.orm, category),
		versionOf,
		isOpen,
		isUnopened,
		lastInstant,
		admit,
		openedProof,
		closing,
		list,
		preview,
		change,
	};
}
