import type { RequestHandler } from "express";
import { CONSOLE_LISTS, ENTRY_KINDS } from "../../app/kinds.ts";
import type { Services } from "../services/index.ts";

/** `?event=<slug>` at any page of the console leads to the same list of that archived event. */
export function createOtherEvent({ archive }: Services): RequestHandler {
	return (req, res, next) => {
		const slug = req.query.event;
		const isConsole = req.path === "/admin" || req.path.startsWith("/admin/");
		if (req.method !== "GET" || !isConsole || typeof slug !== "string" || !archive.at(slug)) return next();
		const kind = ENTRY_KINDS.find((one) => CONSOLE_LISTS[one] === req.path);
		res.redirect(303, `/admin/event/archive/${slug}${kind ? `?kind=${kind}` : ""}`);
	};
}
