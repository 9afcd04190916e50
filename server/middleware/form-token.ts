import type { RequestHandler } from "express";
import { textOf } from "../../app/programmes/answers.ts";
import { AppError } from "../errors.ts";
import type { Secrets } from "../secrets.ts";
import type { Actor } from "../services/actor.ts";

/** Token of every form of a session; useless in another one. Empty for guests. */
export function formTokenOf(secrets: Secrets, actor: Actor): string {
	const session = actor.user?.sessionHash;
	return session ? `${session}.${secrets.sign("form-token", session)}` : "";
}

/** Hash of the session in which a form was rendered; undefined for guests and forged tokens. */
export function sessionOfForm(secrets: Secrets, token: string): string | undefined {
	const [session = "", signature = ""] = token.split(".");
	return secrets.verifies("form-token", session, signature) ? session : undefined;
}

/** Checks the form token if the browser sent no origin but a live session: old browsers ignore SameSite, too. */
export function createFormTokenCheck(secrets: Secrets): RequestHandler {
	return (req, _res, next) => {
		const session = req.actor.user?.sessionHash;
		// Nothing is done with a post that is not allowed at all.
		const isDenied = req.refusal?.code === "FORBIDDEN";
		if (!req.needsFormToken || session === undefined || isDenied) return next();
		const token = req.get("X-Form-Token") ?? textOf(req.form, "formToken");
		if (sessionOfForm(secrets, token) !== session) throw new AppError("FORM_TOKEN");
		next();
	};
}
