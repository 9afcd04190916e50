import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "pino";
import type { Role } from "../app/roles.ts";
import type { Secrets } from "./secrets.ts";

/** `POST /api/entries/:id`: the method and the pattern from the access table, never the address as typed. */
interface Asked {
	asked: string;
	/** Who is signed in. */
	user?: number;
}

/**
 * Security events with their fields (reliability 3.13). People are account numbers or keyed hashes of an address
 * (`nameOf`).
 */
export interface SecurityEvents {
	"sign-in.ok": { user: number; by: "password" | "github" | "setup link" | "invitation"; admin: boolean };
	"sign-in.failed": { by: "password" | "github"; account?: string };
	/** Not allowed, or not signed in. */
	"access.refused": Asked & { status: number };
	/** Too many calls, or too many mails for one address. */
	"limit.hit": { asked?: string; user?: number; account?: string };
	"role.granted": { subject: number; role?: Role; user?: number };
	"role.revoked": { subject: number; role?: Role; user?: number };
	/** Proof of identity failed. */
	"proof.failed": { user: number };
	/** By a link in a mail. */
	"password.reset": { subject: number };
	/** Changed while logged in, or removed. */
	"password.changed": { subject: number };
	"data.exported": { what: string; user?: number; account?: string; by?: "session" | "token" };
	"data.erased": {
		subject?: number;
		entries: number;
		drafts: number;
		mails: number;
		photos: number;
		mentions: number;
		/** The organiser who erased somebody; without one, the person or the operator. */
		user?: number;
	};
	"data.purged": { entries: number; mails: number; photos: number };
	/** A change by a team member; without status if the connection closed first. */
	"admin.action": Asked & { status?: number };
	"mail.sent": { mail: number; kind: string };
	/** Without a mail server, other people's links were shown in the outbox: to the first administrator, or their sender. */
	"mail.links-read": { user: number; mails: number[] };
	/** `final`: the mailbox does not exist. `reason`: the server's reply without addresses. */
	"mail.failed": { mail: number; kind: string; final: boolean; reason: string };
	/** A new key signs from now on. */
	"keys.rotated": { kid: string };
	/** By command, the daily one included. `keys`: they are in the file, and whoever has it can use every private link. */
	"backup.made": { keys: boolean; entries: number; photos: number };
	/** By command. `made`: when the backup was (ISO 8601, UTC). */
	"backup.restored": { made: string; keys: boolean; entries: number; photos: number };
	/** A command of the operator ended; 1 where it failed. */
	"command.run": { command: string; exit: number };
}

export type SecurityEvent = keyof SecurityEvents;

/** Origin of an event: request number and network. */
export interface Origin {
	req?: string;
	ip?: string;
}

/** Writes the line of an event. */
export function noteIn<Event extends SecurityEvent>(
	log: Logger,
	event: Event,
	details: SecurityEvents[Event],
	origin?: Origin,
): void {
	const line: object = { event, ...origin, ...details };
	log.info(line, "security");
}

export interface SecurityLog {
	/** Writes one line. What changes data is noted after its transaction. @param origin the present request's, unless named */
	note<Event extends SecurityEvent>(event: Event, details: SecurityEvents[Event], origin?: Origin): void;
	/** Keyed hash of an email address, always the same. */
	nameOf(foldedEmail: string): string;
	/** Runs a request; events logged inside get its origin. */
	during<T>(origin: Origin, work: () => T): T;
}

/** One AsyncLocalStorage per process: each costs time on every promise. */
const present = new AsyncLocalStorage<Origin>();

export function createSecurityLog(log: Logger, secrets: Secrets): SecurityLog {
	return {
		note: (event, details, origin = present.getStore()) => noteIn(log, event, details, origin),
		nameOf: (foldedEmail) => secrets.lastingName("log", foldedEmail).slice(0, 12),
		during: (origin, work) => present.run(origin, work),
	};
}
