import type { RequestHandler } from "express";
import { takesForm } from "../access.ts";
import { AppError } from "../errors.ts";

/**
 * During shutdown, refuses requests on open connections and closes them, so that the next one can go to another
 * server. A form comes back with everything typed.
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
