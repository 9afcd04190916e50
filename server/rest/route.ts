import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { translators } from "../../app/locales/index.ts";
import type { RawForm } from "../../app/programmes/answers.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { LONGEST_ADDRESS } from "../../app/programmes/email.ts";
import { NUMBER } from "../../app/programmes/number.ts";
import { isPlainText, isStorable, type Problem } from "../../app/programmes/problems.ts";
import type { Registry } from "../../app/programmes/registry.ts";
import { access } from "../access.ts";
import type { Config } from "../config.ts";
import { errorText } from "../error-text.ts";
import { AppError, ERROR_CODES } from "../errors.ts";
import { type SignInStep, setStepCookie, takeStepCookie } from "../middleware/cookies.ts";
import { challenge } from "../middleware/error-handler.ts";
import { deviceOf } from "../middleware/request-log.ts";
import type { Device } from "../services/accounts/devices.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { inPieces, isMadeInPieces, jsonOf } from "../services/limits/pieces.ts";
import type { UploadedFile } from "../services/photos/photos.ts";
import { bodyProblems } from "./body-problems.ts";
import type { Components, JsonSchema } from "./components.ts";
import { type EntryForm, shapesOf } from "./entry-forms.ts";
import type { Tag } from "./openapi.ts";

/** What a handler is given. `body` is already of the declared shape. */
export interface Call<Body> {
	services: Services;
	config: Config;
	actor: Actor;
	locale: Locale;
	body: Body;
	form: RawForm;
	upload: UploadedFile | undefined;
	device: Device;
	/** When the call began, milliseconds since the epoch. */
	arrivedAt: number;
	header: (name: string) => string | undefined;
	/** A parameter of the address, or "". */
	query: (name: string) => string;
	params: Record<string, string>;
	/** Step cookie of a login: set and take. */
	keepStep: (step: SignInStep, secret: string) => void;
	takeStep: (step: SignInStep) => string;
}

export interface Reply {
	status: number;
	/** Iterators in it are written as arrays, item by item. */
	body?: unknown;
	headers?: Record<string, string>;
}

/** A call as data: the server mounts it and the API document describes it, from this one declaration. */
export interface Route<Body extends z.ZodType = z.ZodType> {
	method: "get" | "post" | "patch" | "delete";
	path: string;
	/** The operationId. Generated clients depend on it: never change it. */
	name: string;
	tag: Tag;
	/** A short sentence without a full stop. */
	summary: string;
	/** Further sentences for the document. */
	description?: string;
	/** What stands in the address: only what `PATH_PARAMETERS` does not describe. */
	params?: Record<string, z.ZodType>;
	/** Parameters of the address that the handler reads. A record stands for parameters with names of its shape. */
	query?: Record<string, z.ZodType>;
	headers?: Record<string, z.ZodType>;
	/** Shape of a JSON body. */
	request?: {
		schema: Body;
		/** A body that a test sends. */
		example: z.input<Body>;
		/** The call of the specification that refuses fields it does not know, with 400 as it always did. */
		refusesUnknown?: 400;
		/** The schema reports unstorable characters per field; otherwise the JSON body is refused as a whole. */
		judgesCharacters?: true;
	};
	/** Instead, the forms of the programmes that a call takes. Their service judges them. */
	form?: (registry: Registry) => EntryForm[];
	/**
	 * Ignores fields that it does not know, in JSON of a form or where no body is asked for, as the calls of the
	 * specification do. Others are answered with 422.
	 */
	ignoresUnknown?: true;
	/** Shape of each answer that the call itself gives, by status; with a `type`, a text. For others see `shared-answers.ts`. */
	replies: Record<number, { description: string; schema?: ReplySchema; type?: "text/csv" }>;
	handle(call: Call<z.infer<Body>>): Promise<Reply> | Reply;
}

/** A shape, or one that depends on what the calls of the event ask. */
type ReplySchema = z.ZodType | ((registry: Registry, components: Components) => JsonSchema);

/** The page of a list, from 1. */
export const pageOfList = z.int().default(1).describe("From 1; anything else is the first page");

/** An email address, trimmed as on pages. */
export const emailAddress = z.string().trim().max(LONGEST_ADDRESS);

/**
 * A text of several lines. The document says how many characters it may have; a message of its own refuses more. What is
 * twice as long is not counted: a character has two units at most.
 */
export const longText = (most: number) =>
	z
		.string()
		.max(2 * most)
		.meta({ maxLength: most });

/** Number of an entry in a body; clients may send it as text. */
export const entryId = z.number().int().positive().or(z.string().regex(NUMBER).transform(Number));

/** Keeps the type of the body from schema to handler. */
export function route<Body extends z.ZodType>(declared: Route<Body>): Route {
	return declared as unknown as Route;
}

/** Codes of the calls themselves, besides those of `errors.ts`. */
const CODES_OF_CALLS = [
	"EXPIRED_TOKEN",
	"INVALID_TOKEN",
	"SIGN_IN_FAILED",
	"INCOMPLETE",
	"MAIL_REFUSED",
	"ENTRY_MOVED",
	"NOT_ACCEPTED",
	"SLOT_TAKEN",
	"SPECIAL_SLOT",
] as const;

export const errorCode = z.enum([...ERROR_CODES, ...CODES_OF_CALLS]).meta({ id: "ErrorCode" });

const problem = z
	.object({ field: z.string().describe("Empty for the body as a whole"), message: z.string() })
	.meta({ id: "Problem" });

export const errorBody = z
	.object({
		message: z.string().describe("For people, in their language"),
		error: errorCode.optional(),
		success: z.literal(false).optional().describe("Where the other answers of the call have `success`, too"),
		attempts: z.string().optional().describe("Of a form: send it back with the next attempt"),
		problems: z.array(problem).optional(),
	})
	.meta({ id: "Error" });

/** Makes the router. @throws Error for a route without a row in the access table */
export function mount(routes: readonly Route[], services: Services, config: Config): Router {
	const router = Router({ caseSensitive: false, strict: false });
	for (const declared of routes) {
		rowOf(declared);
		router[declared.method](declared.path, handler(declared, services, config));
	}
	return router;
}

/** The access row of a declared route. @throws Error when there is none */
export function rowOf({ method, path }: Pick<Route, "method" | "path">) {
	const row = access.find((one) => one.path === path && one.method === method.toUpperCase() && one.kind === "rest");
	if (!row) throw new Error(`${method.toUpperCase()} ${path} has no row in the access table`);
	return row;
}

function handler(declared: Route, services: Services, config: Config): RequestHandler {
	return async (req, res, next) => {
		try {
			const judged = judgeBody(declared, services, req);
			if ("problems" in judged) {
				const { status, problems } = judged;
				const message = problems[0]?.message ?? errorText(new AppError("BAD_REQUEST"), req.locale);
				const outcome = saysSuccess(declared) ? { success: false } : {};
				return void res.status(status).json({ ...outcome, message, error: "BAD_REQUEST", problems });
			}
			const reply = await declared.handle({
				services,
				config,
				actor: req.actor,
				locale: req.locale,
				body: judged.body,
				form: req.form,
				upload: req.upload,
				device: deviceOf(req, config),
				arrivedAt: req.arrivedAt,
				query: (name) => (typeof req.query[name] === "string" ? req.query[name] : ""),
				params: req.params,
				keepStep: (step, secret) => setStepCookie(res, config, step, secret),
				takeStep: (step) => takeStepCookie(req, res, config, step),
				header: (name) => req.get(name),
			});
			res.status(reply.status);
			if (reply.status === 401) challenge(req, res);
			for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
			if (reply.body === undefined) res.end();
			else if (typeof reply.body === "string") res.send(reply.body);
			else if (isMadeInPieces(reply.body)) await sendInPieces(res, reply.body);
			else res.json(reply.body);
		} catch (error) {
			next(error);
		}
	};
}

/** Checks types, names and characters of a body. @returns its values in the declared shape, or what is wrong with it */
function judgeBody(
	declared: Route,
	services: Services,
	req: Request,
): { body: unknown } | { status: number; problems: Problem[] } {
	const { request, ignoresUnknown } = declared;
	const t = translators[req.locale];
	// The names come from the definitions of all calls. Most bodies do not need them.
	const needsNames = req.is("json") && (!ignoresUnknown || req.oddFields.length > 0);
	const known = needsNames ? knownFields(declared, services) : undefined;
	const schema = request?.schema ?? (known && !ignoresUnknown ? z.strictObject(known) : undefined);
	const parsed = schema?.safeParse(req.body, { reportInput: true });
	if (parsed && !parsed.success) {
		const { problems, isUnknownField } = bodyProblems(parsed.error, t, req.locale);
		return { status: isUnknownField ? (request?.refusesUnknown ?? 422) : 400, problems };
	}
	const odd = known ? req.oddFields.filter((name) => name in known) : [];
	if (odd.length > 0)
		return { status: 400, problems: odd.map((field) => ({ field, message: t("refusals.text", { field }) })) };
	const unstorable = request?.judgesCharacters ? undefined : unstorableField(parsed?.data);
	if (unstorable === undefined) return { body: parsed?.data };
	const message = t("problemMessages.characters", { field: unstorable || "JSON" });
	return { status: 400, problems: [{ field: unstorable, message }] };
}

/** The fields of a call without a schema that the document names: those of its forms, or none. */
function knownFields({ method, request, form }: Route, services: Services): z.ZodRawShape | undefined {
	if (request || method === "get") return;
	const names = shapesOf(form?.(services.registry()) ?? []).flatMap(Object.keys);
	return Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
}

/** Whether the answers of a call tell by `success` what came of it. */
function saysSuccess({ replies }: Route): boolean {
	const done = (replies[200] ?? replies[201])?.schema;
	return done instanceof z.ZodObject && "success" in done.shape;
}

/** Whoever is reading sees the answer break off if it fails on the way. */
async function sendInPieces(res: Response, body: object): Promise<void> {
	res.type("application/json");
	await pipeline(Readable.from(inPieces(jsonOf(body))), res).catch((error) => {
		// Whoever asked has gone.
		if (error?.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
	});
}

/** The first field of a body, at any depth, with characters that cannot be stored; passwords may have control characters. */
function unstorableField(value: unknown, path: readonly string[] = []): string | undefined {
	if (typeof value === "string") {
		const isFine = path.at(-1) === "password" ? isStorable(value) : isPlainText(value);
		return isFine ? undefined : path.join(".").slice(0, 60).toWellFormed();
	}
	if (typeof value !== "object" || value === null) return;
	for (const [name, one] of Object.entries(value)) {
		const found = unstorableField(one, [...path, name]);
		if (found !== undefined) return found;
	}
}
