import type { RequestHandler } from "express";
import { takesForm } from "../access.ts";
import { AppError } from "../errors.ts";

/** During shutdown answers 503 and closes the connection; forms are returned with everything typed. */
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
