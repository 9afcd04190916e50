import { isPlaceholder, PLACEHOLDER_NAME } from "../../../app/brand/event-fields.ts";
import type { Need } from "../../../app/enumerations.ts";
import { ENTRY_KINDS, type EntryKind } from "../../../app/kinds.ts";
import { dayOf, hasEnded, type Phase } from "../../../app/programmes/window.ts";
import { type Capability, can } from "../../../app/roles.ts";
import { hasNoSender } from "../../mail/sender.ts";
import type { Team } from "../accounts/team.ts";
import { type Actor, requireCan } from "../actor.ts";
import type { WaitingLists } from "../decisions/waiting-lists.ts";
import type { LateDecisions } from "../entries/late-decisions.ts";
import type { Spam } from "../entries/spam.ts";
import type { CopiedText, CopiedTexts } from "../event/copied-texts.ts";
import type { MailRetries } from "../mails/mail-retries.ts";
import type { Messages } from "../messages/messages.ts";
import type { Programmes } from "../programmes/programmes.ts";
import type { Tracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { type createScheduleConflicts, isLost } from "../schedule/conflicts.ts";
import type { EventDays } from "../schedule/event-days.ts";
import { readGrid } from "../schedule/grid.ts";
import type { createLeftSlots } from "../schedule/leaving-slots.ts";
import type { Releases } from "../schedule/releases.ts";
import { ALL, type EntryLists } from "./entry-lists.ts";

interface Parts {
	left: ReturnType<typeof createLeftSlots>;
	waitingLists: Pick<WaitingLists, "next">;
	lists: EntryLists;
	lateDecisions: LateDecisions;
	mailRetries: MailRetries;
	messages: Pick<Messages, "counts">;
	conflicts: ReturnType<typeof createScheduleConflicts>;
	releases: Pick<Releases, "current" | "pending">;
	programmes: Programmes;
	spam: Pick<Spam, "counts">;
	team: Team;
	tracks: Pick<Tracks, "all">;
	copiedTexts: Pick<CopiedTexts, "list">;
	eventDays: EventDays;
}

/** Something to do. */
export interface Todo {
	name: TodoName;
	/** How many entries or mails the linked page lists. */
	count: number;
	/** The call it is about, where it is about one. */
	category?: string;
	/** The copied text it is about. */
	copied?: CopiedText;
	/** What the mail server said last, while it takes nothing. */
	reason?: string | undefined;
}

/** Who may do each to-do, and how many there are. */
type Rule = { may: Capability; left: (actor: Actor) => number | Omit<Todo, "name">[] };

type Rules = ReturnType<typeof createRules>;
export type TodoName = keyof Rules;
export type Todos = ReturnType<typeof createTodos>;

/** What people wait for comes first, then the schedule and mails, then what is set up once. */
function createRules({ db, config, event, now }: Pick<Runtime, "db" | "config" | "event" | "now">, parts: Parts) {
	const {
		lists,
		lateDecisions,
		mailRetries,
		messages,
		conflicts,
		releases,
		programmes,
		spam,
		team,
		tracks,
		copiedTexts,
		left,
		waitingLists,
	} = parts;

	const listed = (may: Capability, kind: EntryKind, need: Need): Rule => ({
		may,
		left: (actor) => lists.total(actor, kind, { ...ALL, need }),
	});

	/** An empty grid is no reason for a first release. */
	function unreleased(actor: Actor): number {
		const { changes } = releases.pending(actor);
		const isBegun = releases.current() !== undefined || changes.some(({ kind }) => kind === "added");
		return isBegun ? changes.length : 0;
	}

	const mails = db.remembering(mailRetries.summary);
	const hasMailServer = () => config.smtpUrl !== undefined || config.lacksSender;

	const grid = db.remembering(() => readGrid(db.orm));
	/** Of an event that began with nothing. */
	const lacking = (may: Capability, lacks: () => boolean): Rule => ({
		may,
		left: () => (!event.isSpecified() && lacks() ? 1 : 0),
	});

	/** Those whose last day is such a one, as a line each. */
	const openCalls = (is: (closes: string) => boolean): Rule => ({
		may: "programmes.manage",
		left: (actor) =>
			programmes
				.list(actor)
				.filter(({ phase, settings }) => phase === "open" && is(settings.closes))
				.map(({ programme: { category } }) => ({ count: 1, category })),
	});

	const isClosed = ({ phase }: { phase: Phase }) => phase === "closed";
	/** Once there are entries, calls are closed on purpose. */
	const isEmpty = (actor: Actor) => ENTRY_KINDS.every((kind) => lists.total(actor, kind, ALL) === 0);

	return {
		unreadTalks: listed("entries.manage", "talk", "unread"),
		unreadWorks: listed("entries.manage", "aigc", "unread"),
		unreadNominations: listed("entries.manage", "nomination", "unread"),
		unreadRegistrations: listed("entries.manage", "forum", "unread"),
		late: { may: "entries.manage", left: lateDecisions.waiting },
		unchecked: { may: "entries.manage", left: (actor) => spam.counts(actor).unchecked },
		messages: { may: "entries.manage", left: (actor) => messages.counts(actor).waiting },
		incompleteTalks: listed("entries.manage", "talk", "incomplete"),
		incompleteWorks: listed("entries.manage", "aigc", "incomplete"),
		untracked: listed("entries.manage", "talk", "untracked"),
		changed: listed("entries.manage", "talk", "changed"),
		unplaced: listed("schedule.manage", "talk", "unplaced"),
		lost: { may: "schedule.manage", left: (actor) => conflicts(actor).filter(isLost).length },
		conflicts: { may: "schedule.manage", left: (actor) => conflicts(actor).filter((one) => !isLost(one)).length },
		unreleased: { may: "schedule.manage", left: unreleased },
		untoldTalks: listed("entries.manage", "talk", "untold"),
		untoldWorks: listed("entries.manage", "aigc", "untold"),
		untoldNominations: listed("entries.manage", "nomination", "untold"),
		untoldRegistrations: listed("entries.manage", "forum", "untold"),
		promotable: {
			may: "mails.manage",
			left: (actor) => left(actor).filter(({ slot }) => waitingLists.next(actor, slot.trackId)).length,
		},
		unmailed: listed("mails.manage", "talk", "unmailed"),
		unconfirmed: listed("entries.manage", "talk", "unconfirmed"),
		failedMails: { may: "mails.manage", left: () => mails().failed },
		pendingMails: {
			may: "mails.manage",
			left: () => (config.smtpUrl ? [{ count: mails().pending, reason: mails().reason }] : 0),
		},
		savedMails: { may: "mails.manage", left: () => (hasMailServer() ? 0 : mails().pending) },
		noMailServer: { may: "mails.manage", left: () => (hasMailServer() || mails().pending > 0 ? 0 : 1) },
		noSender: { may: "mails.manage", left: () => (hasNoSender(config) ? 1 : 0) },
		lacksSender: { may: "mails.manage", left: () => (config.lacksSender ? 1 : 0) },
		noCall: {
			may: "programmes.manage",
			left: (actor) => (isEmpty(actor) && programmes.list(actor).every(isClosed) ? 1 : 0),
		},
		undatedCall: openCalls((closes) => closes === ""),
		overdueCall: openCalls((closes) => closes !== "" && closes < dayOf(now(), event.zone())),
		copiedText: {
			may: "programmes.manage",
			left: (actor) => copiedTexts.list(actor).map((copied) => ({ count: 1, copied })),
		},
		oneAdministrator: {
			may: "team.manage",
			left: (actor) => (team.members(actor).filter(({ role }) => can(role, "team.manage")).length === 1 ? 1 : 0),
		},
		noName: lacking("programmes.manage", () => event.row().name === PLACEHOLDER_NAME),
		noDays: lacking("schedule.manage", () => grid().days.length === 0),
		noTracks: lacking("programmes.manage", () => tracks.all().every(({ kind }) => kind !== "track")),
		noSlots: lacking("schedule.manage", () => grid().days.every(({ slots }) => slots.length === 0)),
		noFrontText: lacking("programmes.manage", () => event.frontText("zh") === ""),
		noSupport: lacking("programmes.manage", () => isPlaceholder(event.row().support)),
		untestedMail: lacking("mails.manage", () => config.smtpUrl !== undefined && !mails().isTested),
	} satisfies Record<string, Rule>;
}

/** What is done on the first day of an event that began with nothing, in this order. */
const FIRST_DAY: readonly TodoName[] = [
	...(["noName", "noFrontText", "noSupport", "noDays", "noTracks", "noSlots"] as const),
	...(["noMailServer", "savedMails", "noSender", "lacksSender", "untestedMail", "oneAdministrator"] as const),
	// Last, because from then on it is public.
	"noCall",
];

/** What nobody waits for any more once the event is over: it was for its schedule and its speakers. */
const UNTIL_THE_END: ReadonlySet<TodoName> = new Set([
	...(["incompleteTalks", "incompleteWorks", "untracked", "changed", "unplaced", "lost"] as const),
	...(["conflicts", "unreleased", "unmailed", "unconfirmed", "promotable", "noCall", "noTracks", "noSlots"] as const),
]);

/**
 * The to-dos of a team member, in order, those of the first day apart: only those that exist, that their role may do and
 * that still make a difference. The cost does not grow with the number of entries.
 */
export function createTodos(runtime: Pick<Runtime, "db" | "config" | "event" | "now">, parts: Parts) {
	const rules = Object.entries(createRules(runtime, parts)) as [TodoName, Rule][];

	return function todos(actor: Actor): { firstDay: Todo[]; others: Todo[] } {
		const { role } = requireCan(actor, "entries.read");
		const over = hasEnded(parts.eventDays(), runtime.now(), runtime.event.zone());
		const found = rules
			.filter(([name, { may }]) => can(role, may) && !(over && UNTIL_THE_END.has(name)))
			.flatMap(([name, { left }]) =>
				[left(actor)].flat().map((of) => ({ name, ...(typeof of === "number" ? { count: of } : of) })),
			)
			.filter(({ count }) => count > 0);
		const first = runtime.event.isSpecified() ? [] : FIRST_DAY;
		return {
			firstDay: first.flatMap((one) => found.filter(({ name }) => name === one)),
			others: found.filter(({ name }) => !first.includes(name)),
		};
	};
}
