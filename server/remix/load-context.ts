import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { GetLoadContextFunction } from "@remix-run/express";
import { data } from "@remix-run/node";
import type { Request, Response } from "express";
import type { Logger } from "pino";
import { fragmentAsked } from "../../app/fragments.ts";
import { translators } from "../../app/locales/index.ts";
import { textOf } from "../../app/programmes/answers.ts";
import type { Problem } from "../../app/programmes/problems.ts";
import { firstCharacters, type Keeps, type TypedText } from "../../app/programmes/shown-again.ts";
import { accessTo } from "../access-lookup.ts";
import type { Config } from "../config.ts";
import { errorText } from "../error-text.ts";
import { type ErrorCode, operatorsPart, toAppError } from "../errors.ts";
import { loginFor } from "../middleware/actor.ts";
import {
	browserCookie,
	clearSessionCookie,
	clearVisitorCookie,
	keepSentKey,
	type SignInStep,
	sentKeys,
	sessionCookie,
	setDeviceCookie,
	setPreferenceCookie,
	setSessionCookie,
	setStepCookie,
	stepCookie,
	takeStepCookie,
	visitorCookie,
} from "../middleware/cookies.ts";
import { flashOf } from "../middleware/flash.ts";
import { formTokenOf, sessionOfForm } from "../middleware/form-token.ts";
import { contentSecurityPolicy } from "../middleware/headers.ts";
import { deviceOf } from "../middleware/request-log.ts";
import type { describeCalls } from "../rest/openapi.ts";
import { randomToken, type Secrets } from "../secrets.ts";
import type { OpenedSession, SessionLifetime } from "../services/accounts/sessions.ts";
import type { Services } from "../services/index.ts";
import { inPieces, jsonOf } from "../services/limits/pieces.ts";
import type { CsvFile } from "../services/lists/csv-exports.ts";

/** Everything pages may use of the server. Pages import its type only. */
export type LoadContext = ReturnType<typeof contextOf>;

export interface ContextParts {
	services: Services;
	config: Config;
	secrets: Secrets;
	log: Logger;
	/** Address of an island by its name, from the build; and of the texts of pages that hydrate, as `texts-en`. */
	islands: Readonly<Record<string, string>>;
	/** The REST calls, for their page. */
	calls: () => ReturnType<typeof describeCalls>;
	now: () => number;
}

export function createLoadContext(parts: ContextParts): GetLoadContextFunction {
	return (req, res) => contextOf(parts, req as Request, res as Response);
}

function contextOf(parts: ContextParts, req: Request, res: Response) {
	const { config, secrets, log, islands, calls, now } = parts;
	const slug = /^\/events\/([^/.]+)/i.exec(req.path)?.[1]?.toLowerCase() ?? "";
	const archived = slug ? parts.services.archive.at(slug) : undefined;
	// The pages of an archived event are those of the current one, with what answers for that event.
	const services: Services = archived
		? { ...parts.services, ...archived, event: { ...parts.services.event, ...archived.event } }
		: parts.services;
	// The session a form was rendered in, regardless of the cookie; none for guests' forms.
	const madeIn = req.actor.user ? undefined : sessionOfForm(secrets, textOf(req.form, "formToken"));
	const known = deviceOf(req, config);
	/** Set when someone first logs in on this browser. */
	const device = { ...known, secret: known.secret ?? randomToken() };
	const nonce = randomBytes(16).toString("base64");
	return {
		services,
		actor: req.actor,
		locale: req.locale,
		t: translators[req.locale],
		theme: req.theme,
		brand: services.event.brand(req.locale),
		zone: services.event.zone(),
		/** The archived event that the page is about; undefined for the current one. */
		archived: archived && { path: archived.path, current: parts.services.event.brand(req.locale).product },
		/** Where the pages of its schedule are. */
		schedulePath: `${archived?.path ?? ""}/schedule`,
		/** The moment of the request by the portal's clock, milliseconds since the epoch. */
		now: now(),
		arrivedAt: req.arrivedAt,
		/** A mail server is configured. */
		mailLeaves: config.smtpUrl !== undefined,
		/** The data are a test copy. */
		onTrial: config.onTrial,
		islands,
		calls,
		/** Id of the element that a script wants to replace on a console page. Undefined for a whole page. */
		fragment: req.prefers ? undefined : fragmentAsked(req.path, req.get("HX-Target"), req.get("HX-Current-URL")),
		/** A data request of Remix's client, which stays on its page. */
		fromScript: req.path.endsWith(".data") || req.get("X-Requested-With") === "fetch",
		/** Path and query of the page asked for. */
		path: req.originalUrl.replace(/\.data(?=$|\?)/, ""),
		/** Message of the redirect that led here. */
		flash: flashOf(req, res, { config, secrets }),
		/** The posted form, already read; and the photo that came with it. */
		form: req.form,
		upload: req.upload,
		/** A photo was sent, whether or not it was accepted. */
		cameWithPhoto: Boolean(req.upload?.bytes) || req.withoutUpload,
		formToken: formTokenOf(secrets, req.actor),
		/** Suffix of local draft keys, so that the next person at this browser does not see them. Empty for guests. */
		draftOwner: req.actor.user ? `@${secrets.lastingName("draft-owner", String(req.actor.user.id)).slice(0, 12)}` : "",
		/** Extra headers of the document: Remix drops those of thrown responses. */
		replyHeaders: new Map<string, string>(),
		/** The form comes back in another language or theme, and nothing else was asked for. */
		prefers: req.prefers,
		/** The page answers a post and contains what was typed. */
		answersPost: req.method === "POST",
		/** Why this post is refused. */
		refusal: req.refusal,
		/** Where to prove one's identity first. */
		proveAt: req.proveAt,
		/** A form that waits for that. */
		keptPost: req.keptPost,
		/** Whether an address answers with a file, so that the browser stays on the page. */
		isDownload: (path: string) => accessTo("GET", path.split("?")[0] ?? "")?.download === true,
		/** State an action leaves for the loaders of the same request. */
		page: {
			hasProblems: false,
			typed: [] as readonly TypedText[],
			/** In place of a page that the post was not allowed at. */
			denied: undefined as unknown,
		},
		/** For hydrating pages only. */
		nonce,
		/** Sets the content policy of a document. */
		allowInDocument: (allow: { styleHash?: string; nonce?: string }) => {
			res.setHeader("Content-Security-Policy", contentSecurityPolicy(allow, config.secureCookies));
		},
		device,
		/** Starts a session in this browser and ends its previous one. */
		async signIn(session: OpenedSession) {
			if (req.actor.user) await services.sessions.close(req.actor.user);
			setSessionCookie(res, config, session);
			this.flash.begin(session);
			setDeviceCookie(res, config, device.secret);
		},
		keepStep: (step: SignInStep, secret: string) => setStepCookie(res, config, step, secret),
		/** Keys of what a guest sent from this browser a short time ago, newest first. */
		sentKeys: () => sentKeys(req, config),
		keepSentKey: (key: string) => keepSentKey(req, res, config, key),
		/** Reads the step cookie without deleting it, for pages that may be reloaded. */
		step: (step: SignInStep) => stepCookie(req, config, step),
		takeStep: (step: SignInStep) => takeStepCookie(req, res, config, step),
		/** The form was rendered in a session that has ended. */
		sessionEnded: madeIn !== undefined,
		/** Account of that session, if a draft may still be stored for it. */
		endedFor: madeIn === undefined ? undefined : services.sessions.ownerOf(madeIn),
		/** Whose photo the form may name, also if the session was ended: the page that has the name is that person's. */
		photoOf: madeIn === undefined ? undefined : services.sessions.madeFor(madeIn),
		/** Where to send someone who must log in first. */
		loginFor: () => loginFor(req, res, config),
		/** Renews the session cookie. */
		keepSignedIn: (session: SessionLifetime) =>
			setSessionCookie(res, config, { ...session, secret: sessionCookie(req, config) ?? "" }),
		/** The browser accepts cookies, so it will find its drafts. */
		isReturning: Boolean(req.actor.user ?? visitorCookie(req, config) ?? browserCookie(req, config)),
		maintenanceNotice: config.maintenanceNotice,
		/** Deletes the session and visitor cookies: the next person at this browser is someone else. */
		signOut: () => {
			clearSessionCookie(res, config);
			clearVisitorCookie(res, config);
		},
		forgetSession: () => clearSessionCookie(res, config),
		prefer: (name: "lang" | "theme", value: string) => setPreferenceCookie(res, config, name, value),
		download: ({ name, lines }: CsvFile) => fileInPieces(name, "text/csv", lines),
		downloadJson: (name: string, value: unknown) => fileInPieces(name, "application/json", jsonOf(value)),
		/** Shows the form again: problems and the typed values of the fields in `keeps`, never a password. */
		sendBack(
			keeps: Keeps,
			{ problems = [], headline, status = 422 }: { problems?: Problem[]; headline?: string; status?: number },
		) {
			const values: Record<string, string> = {};
			let isCut = false;
			for (const [name, most] of Object.entries(keeps)) {
				const typed = textOf(req.form, name);
				values[name] = firstCharacters(typed, most);
				isCut ||= values[name] !== typed;
			}
			const said = [headline, isCut ? translators[req.locale]("refusals.cutOff") : undefined].filter(Boolean);
			this.page.hasProblems = problems.length + said.length > 0;
			return data({ problems, headline: said.join(" ") || undefined, values }, { status });
		},
		/** The code of a thrown value, for a page that answers one of them itself and throws the others again. */
		codeOf: (thrown: unknown): ErrorCode => toAppError(thrown).code,
		/** Status, code and message for a thrown value. Bugs are logged. */
		explain(thrown: unknown): { status: number; message: string; code: ErrorCode; isLate: boolean } {
			const error = toAppError(thrown);
			const part = operatorsPart(error);
			if (part) log.error({ err: error }, part);
			if (error.code === "INTERNAL") this.reportFault(thrown);
			if (error.retryAfter !== undefined) this.replyHeaders.set("Retry-After", String(error.retryAfter));
			const { status, code, text } = error;
			return { status, message: errorText(error, req.locale), code, isLate: text === "refusals.LATE" };
		},
		/** The same for errors that a form can show and that may pass (full disk, busy) or be corrected. */
		explainPassing(thrown: unknown): { status: number; message: string } | undefined {
			const { code, status } = toAppError(thrown);
			return code === "BUSY" || code === "STORAGE_FULL" || status === 422 ? this.explain(thrown) : undefined;
		},
		reportFault: (error: unknown) => log.error({ req: req.requestId, err: error }, "unexpected failure in a page"),
	};
}

function fileInPieces(name: string, type: string, texts: Iterable<string>): globalThis.Response {
	return new globalThis.Response(Readable.toWeb(Readable.from(inPieces(texts))) as ReadableStream, {
		headers: {
			"Content-Type": `${type}; charset=utf-8`,
			"Content-Disposition": `attachment; filename="${name}"`,
		},
	});
}
