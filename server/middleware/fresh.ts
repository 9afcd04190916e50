import type { RequestHandler } from "express";
import { withReturn } from "../../app/accounts/return-path.ts";
import { textOf } from "../../app/programmes/answers.ts";
import { accessTo } from "../access-lookup.ts";
import type { Config } from "../config.ts";
import { AppError, toAppError } from "../errors.ts";
import type { Services } from "../services/index.ts";
import { type KeptPost, pageAddress } from "./request.ts";
import { deviceOf } from "./request-log.ts";

const CONFIRM = "/confirm";
/** Name of the password or code field, unlikely to clash with a pending form's fields. */
const PROOF = "proof";
/** The button that asks for a code. */
const CODE = "do.code";

/** Fields never stored or shown again. */
const SECRET = new Set([PROOF, CODE, "username", "password", "confirm", "current", "formToken"]);

/**
 * Asks for proof of identity before `fresh` addresses: calls are refused, pages redirect to the proof and back. A
 * posted form is embedded in the proof page and sent again with the proof, so nothing is lost or stored.
 */
export function createFreshCheck(services: Services, config: Config): RequestHandler {
	return async (req, _res, next) => {
		const { access: row, actor } = req;
		if (!row?.fresh || !actor.user || req.refusal) return next();
		const isForm = req.method === "POST" && !req.path.endsWith(".data");
		if (actor.user.isFresh) {
			if (PROOF in req.form) req.form = without(req.form, PROOF);
			return next();
		}
		if (row.kind !== "page") return next(new AppError("NOT_FRESH"));
		if (!isForm) {
			req.proveAt = withReturn(CONFIRM, pageAddress(req.originalUrl));
			return next();
		}
		const kept: KeptPost = { path: req.originalUrl, values: withoutSecrets(req.form), asksForCode: CODE in req.form };
		try {
			if (PROOF in req.form && !kept.asksForCode) {
				if (await services.reauthentication.prove(actor, textOf(req.form, PROOF), deviceOf(req, config))) {
					req.actor = { ...actor, user: { ...actor.user, isFresh: true } };
					req.form = without(req.form, PROOF);
					return next();
				}
				kept.isWrong = true;
			}
		} catch (error) {
			req.refusal = toAppError(error);
		}
		req.keptPost = kept;
		req.access = accessTo("POST", CONFIRM);
		req.originalUrl = CONFIRM;
		req.url = CONFIRM;
		next();
	};
}

function without<T>(form: Readonly<Record<string, T>>, name: string): Record<string, T> {
	return Object.fromEntries(Object.entries(form).filter(([one]) => one !== name));
}

/** Controls in order, one pair per value. */
function withoutSecrets(form: Readonly<Record<string, string | readonly string[] | undefined>>): [string, string][] {
	return Object.entries(form)
		.filter(([name]) => !SECRET.has(name))
		.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
}
