import type { Request, RequestHandler } from "express";
import { takesForm } from "../access.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";

/** Forms that work on a test copy, besides signing in. */
const HARMLESS = new Set(["/logout", "/preferences"]);

/** During shutdown answers 503 and closes the connection; forms are returned with everything typed. */
export function createDraining(health: { isDraining(): boolean }): RequestHandler {
	return (req, res, next) => {
		if (!health.isDraining()) return next();
		res.set("Connection", "close");
		refuse(req, new AppError("BUSY", { retryAfter: 5, text: "RESTARTING" }));
		next();
	};
}

/** Where the data are a test copy, refuses what would change them. Signing in works. */
export function createTrial({ onTrial }: Pick<Config, "onTrial">): RequestHandler {
	return (req, _res, next) => {
		const isRead = req.method === "GET" || req.method === "HEAD";
		const { allowance, path = "" } = req.access ?? {};
		if (onTrial && !isRead && allowance !== "sign-in" && !HARMLESS.has(path))
			refuse(req, new AppError("BUSY", { text: "ON_TRIAL" }));
		next();
	};
}

/** @throws the refusal, unless a form can be shown again with it */
function refuse(req: Request, refusal: AppError): void {
	if (!takesForm(req.access)) throw refusal;
	req.refusal ??= refusal;
}
