import type { RequestHandler } from "express";
import { textOf } from "../../app/programmes/answers.ts";
import { AppError } from "../errors.ts";
import type { Secrets } from "../secrets.ts";
import type { Actor } from "../services/actor.ts";

/** What every form of a signed-in page carries; worthless in another session. Empty for guests. */
export function formTokenOf(secrets: Secrets, actor: Actor): string {
	const session = actor.user?.sessionHash;
	return session ? `${session}.${secrets.sign("form-token", session)}` : "";
}

/** The session (its hash) in which a form was made, or undefined for a form of a guest or a forged one. */
export function sessionOfForm(secrets: Secrets, token: string): string | undefined {
	const [session = "", signature = ""] = token.split(".");
	return secrets.verifies("form-token", session, signature) ? session : undefined;
}

/**
 * Small browsers name neither origin nor site, and those of their age ignore SameSite: where one of them sends a live
 * session, the form must carry that session's token.
 */
export function createFormTokenCheck(secrets: Secrets): RequestHandler {
	return (req, _res, next) => {
		const session = req.actor.user?.sessionHash;
		if (!req.needsFormToken || session === undefined) return next();
		const token = req.get("X-Form-Token") ?? textOf(req.form, "formToken");
		if (sessionOfForm(secrets, token) !== session) throw new AppError("FORM_TOKEN");
		next();
	};
}
