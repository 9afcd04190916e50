import { z } from "zod";
import { unsentLetter } from "../../app/enumerations.ts";
import { FIRST_STATUS, STATUSES, statusesOf } from "../../app/lifecycle.ts";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { numberIn } from "../../app/programmes/number.ts";
import { isDirected } from "../../app/programmes/problems.ts";
import { isInherited } from "../../app/programmes/slugs.ts";
import { MOST_IN_TRACK, trackProblems } from "../../app/schemas/tracks.ts";
import { AppError } from "../errors.ts";
import type { Change } from "../services/entries/entry-changes.ts";
import { mapped } from "../services/limits/batches.ts";
import { entriesOf } from "./entry-shapes.ts";
import { entryId, errorBody, type Reply, route } from "./route.ts";
import { wiredTrack } from "./tracks.ts";
import { adminEntry, completeEntry, wireTrack } from "./wire.ts";

/** For examples: a status with a mail of its own. */
const ACCEPTED = statusesOf("accept")[0] ?? FIRST_STATUS;

const list = z.array(z.string().max(200).refine(isDirected)).max(50);
const ofStatus = z.strictObject({ status: z.enum(STATUSES) });
/** A track as the editor of clients holds it (specification section 3). */
const wholeTrack = z.looseObject({ id: z.string().max(200) }).transform(({ id }) => id);
const ofTrack = z.strictObject({ tracks: z.string().max(200).or(wholeTrack) });
const ofPanel = z.strictObject({ panelist: list, keywords: list });

/** The document says the limit. What is longer is refused with a message of its own (`refusedTrack`). */
const trackText = (name: keyof typeof MOST_IN_TRACK) => z.string().meta({ maxLength: MOST_IN_TRACK[name] }).optional();

const trackBody = z.object({
	/** Track ids must not equal a status, because PATCH bodies would be ambiguous. */
	id: z
		.string()
		.max(64)
		.regex(/^([a-z0-9][a-z0-9-]*)?$/)
		.refine((id) => !isInherited(id))
		.nullish(),
	label: trackText("label"),
	labelZh: trackText("labelZh"),
	active: z.boolean().optional(),
	description: trackText("description"),
	descriptionZh: trackText("descriptionZh"),
	displayIndex: z.number().int().min(1).optional(),
});

const wrongText = { description: "A text is too long, or has characters that it must not have", schema: errorBody };

/** The refusal of texts that the form of a track does not take either. */
function refusedTrack(locale: Locale, details: Parameters<typeof trackProblems>[1]): Reply | undefined {
	const problems = trackProblems(translators[locale], details);
	if (problems.length > 0)
		return { status: 422, body: { message: problems[0]?.message, error: "BAD_REQUEST", problems } };
}

const sent = z.object({ success: z.boolean(), message: z.string() }).meta({ id: "Sent" });

/** What organisers do with entries, tracks and mails. */
export const triageRoutes = [
	route({
		method: "patch",
		path: "/api/entries/:id",
		name: "changeEntry",
		tag: "Entries",
		summary: "Set the status, or the track, or the panel of an entry",
		description: "Exactly one of them.",
		request: {
			schema: z.union([ofStatus, ofTrack, ofPanel]),
			example: { status: ACCEPTED },
			refusesUnknown: 400,
		},
		replies: {
			200: {
				description: "The updated entry; `warnings` if it is scheduled under another track",
				schema: entriesOf(),
			},
			400: { description: "Not exactly one change, or wrong shape", schema: errorBody },
			404: { description: "No such entry", schema: errorBody },
			409: { description: "STATUS_NOT_ALLOWED: the status cannot follow the present one", schema: errorBody },
			422: {
				description: "An unknown or inactive track, or an unknown keyword",
				schema: errorBody,
			},
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const id = numberIn(params.id ?? "");
			const change: Change =
				"status" in body
					? { id, kind: "status", to: body.status }
					: "tracks" in body
						? { id, kind: "track", to: body.tracks }
						: { id, kind: "panel", to: { panelists: body.panelist, keywords: body.keywords } };
			// Before the track is looked for: an entry that is not there is the first thing to say.
			services.triage.entry(actor, id);
			const { saved, misplaced } = await services.triage.change(actor, [change]);
			if (saved.length === 0) throw new AppError("NOT_FOUND");
			const entry = services.triage.entry(actor, id);
			const warnings = misplaced.map(({ title, under }) =>
				translators[locale]("refusals.misplaced", { title, track: services.tracks.labeller(locale)(under) }),
			);
			const told = warnings.length > 0 ? { warnings } : {};
			return {
				status: 200,
				body: { ...adminEntry(services.registry(), entry, services.schedule.placed(actor).has(id)), ...told },
			};
		},
	}),
	route({
		method: "post",
		path: "/api/tracks",
		name: "addTrack",
		tag: "Calls and tracks",
		summary: "Add a track",
		description: "Without an id, one is made from the label.",
		request: {
			judgesCharacters: true,
			schema: trackBody,
			example: { label: "Late additions", labelZh: "补充议题" },
		},
		replies: {
			201: { description: "The track", schema: wiredTrack },
			409: { description: "The id is taken", schema: errorBody },
			422: wrongText,
		},
		async handle({ services, actor, locale, body: { id, ...details } }) {
			const refusal = refusedTrack(locale, details);
			if (refusal) return refusal;
			const made = await services.tracks.create(actor, details, id || undefined);
			return { status: 201, body: wireTrack(made) };
		},
	}),
	route({
		method: "patch",
		path: "/api/tracks/:id",
		name: "changeTrack",
		tag: "Calls and tracks",
		summary: "Change a track",
		description: "Omitted values stay.",
		params: { id: z.string().max(64).describe("Id of the track") },
		request: { judgesCharacters: true, schema: trackBody, example: { active: false } },
		replies: {
			200: { description: "The track as it is now", schema: wiredTrack },
			404: { description: "No such track", schema: errorBody },
			422: wrongText,
		},
		async handle({ services, actor, locale, params, body: { id: _, ...details } }) {
			const refusal = refusedTrack(locale, details);
			if (refusal) return refusal;
			return { status: 200, body: wireTrack(await services.tracks.update(actor, params.id ?? "", details)) };
		},
	}),
	route({
		method: "post",
		path: "/api/mailer/status",
		name: "sendAcceptance",
		tag: "Mail",
		summary: "Send the acceptance email of an entry, once",
		request: {
			schema: z.object({ id: entryId, email: z.string().max(254), status: z.enum(statusesOf("accept")) }),
			example: { id: 1, email: "li@example.org", status: ACCEPTED },
		},
		replies: {
			200: { description: "Sent", schema: sent },
			202: { description: "Waiting in the outbox, to be retried", schema: sent },
			404: { description: "No such entry", schema: errorBody },
			409: { description: "Already in the outbox, not accepted, or another email address", schema: errorBody },
			422: { description: "The mail server refuses it", schema: errorBody },
		},
		handle: ({ body, ...call }) => sendLetter(call, { id: body.id, email: body.email, kind: "accept" }),
	}),
	route({
		method: "post",
		path: "/api/mailer/forum",
		name: "sendForumConfirmation",
		tag: "Mail",
		summary: "Send the confirmation email of a forum registration, once",
		request: {
			schema: z.object({ id: entryId, email: z.string().max(254), type: z.literal("forum_confirmation") }),
			example: { id: 2, email: "li@example.org", type: "forum_confirmation" },
		},
		replies: {
			200: { description: "Sent", schema: sent },
			202: { description: "Waiting in the outbox, to be retried", schema: sent },
			404: { description: "No such registration", schema: errorBody },
			409: { description: "Already in the outbox, or another email address", schema: errorBody },
			422: { description: "The mail server refuses it", schema: errorBody },
		},
		handle: ({ body, ...call }) => sendLetter(call, { id: body.id, email: body.email, kind: "forum" }),
	}),
	route({
		method: "get",
		path: "/api/forum/entries",
		name: "listForumRegistrations",
		tag: "Entries",
		summary: "All forum registrations",
		replies: {
			200: {
				description: "Ordered by number",
				schema: (registry, parts) => ({ type: "array", items: entriesOf(["forum"])(registry, parts) }),
			},
			403: {
				description: "Not for you; or NOT_FRESH: with a cookie, log in again first; a bearer token works on",
				schema: errorBody,
			},
		},
		handle({ services, actor }) {
			const { rows } = services.entries.exportAll(actor, { kind: "forum" });
			return { status: 200, body: mapped(rows, (entry) => completeEntry(services.registry(), entry, false)) };
		},
	}),
];

type LetterCall = Pick<
	Parameters<Parameters<typeof route>[0]["handle"]>[0],
	"services" | "config" | "actor" | "locale"
>;

async function sendLetter(
	{ services, config, actor, locale }: LetterCall,
	letter: { id: number; email: string; kind: "accept" | "forum" },
): Promise<Reply> {
	const t = translators[locale];
	const outcome = await services.letters.send(actor, letter);
	if (outcome.state === "failed") {
		const message = t("letterMessages.failed", { message: outcome.reason });
		return { status: 422, body: { success: false, message, error: "MAIL_REFUSED" } };
	}
	const message = t(
		outcome.state === "sent" ? `letterMessages.sent.${letter.kind}` : unsentLetter(config.smtpUrl !== undefined),
	);
	return { status: outcome.state === "sent" ? 200 : 202, body: { success: true, message } };
}
