import type { RequestHandler } from "express";
import { textOf } from "../../app/programmes/answers.ts";
import { accessTo } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError, toAppError } from "../errors.ts";
import type { Services } from "../services/index.ts";
import type { KeptPost } from "./request.ts";
import { deviceOf } from "./request-log.ts";

const CONFIRM = "/confirm";
/** The control for the password or code; it may come with any form that was kept. */
const PROOF = "proof";
/** The button that asks for a code. */
const CODE = "do.code";

/** Never kept or shown again. */
const SECRET = new Set([PROOF, CODE, "username", "password", "confirm", "current", "formToken"]);

/**
 * Asks for proof of identity again before addresses that are `fresh` in the access table: REST calls are refused,
 * pages lead to the proof and back. A form becomes part of the page that asks, which sends it again to its own
 * address with the proof: nothing typed is lost or stored.
 */
export function createFreshCheck(services: Services, config: Config): RequestHandler {
	return async (req, _res, next) => {
		const { access: row, actor } = req;
		if (!row?.fresh || !actor.user) return next();
		const isForm = req.method === "POST" && !req.path.endsWith(".data");
		if (actor.user.isFresh) {
			if (PROOF in req.form) req.form = without(req.form, PROOF);
			return next();
		}
		if (row.kind !== "page") return next(new AppError("NOT_FRESH"));
		if (!isForm) {
			req.proveAt = confirmAt(req.originalUrl);
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

/** Where it is proven, with the way back. A script asks under another name for the page it shows. */
function confirmAt(address: string): string {
	const { pathname, searchParams } = new URL(address.replace(/\.data(?=$|\?)/, ""), "http://internal");
	searchParams.delete("_routes");
	const back = `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
	return `${CONFIRM}?${new URLSearchParams({ return: back })}`;
}

function without<T>(form: Readonly<Record<string, T>>, name: string): Record<string, T> {
	return Object.fromEntries(Object.entries(form).filter(([one]) => one !== name));
}

/** Controls in their order, with one pair for each value. */
function withoutSecrets(form: Readonly<Record<string, string | readonly string[] | undefined>>): [string, string][] {
	return Object.entries(form)
		.filter(([name]) => !SECRET.has(name))
		.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
}
