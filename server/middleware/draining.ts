import type { RequestHandler } from "express";
import { takesForm } from "../access.ts";
import { AppError } from "../errors.ts";

/**
 * Once the end has begun, refuses what is still asked over connections that are open, and closes them: another server may
 * have the next request. A form comes back with what was typed.
 */
export function createDraining(health: { isDraining(): boolean }): RequestHandler {
	return (req, res, next) => {
		if (!health.isDraining()) return next();
		res.set("Connection", "close");
		const refusal = new AppError("BUSY", { retryAfter: 5, text: "RESTARTING" });
		if (!takesForm(req.access)) throw refusal;
		req.refusal ??= refusal;
		next();
	};
}
