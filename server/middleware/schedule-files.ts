import { type Request, type RequestHandler, type Response, Router } from "express";
import { translators } from "../../app/locales/index.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { numberIn } from "../../app/programmes/number.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services/index.ts";

const CALENDAR = "text/calendar; charset=utf-8";

/**
 * Schedule files for calendars, conference apps and feed readers, which poll: cacheable for a minute, with ETag. The
 * language is in the address, since most clients cannot choose one.
 */
export function createScheduleFiles({ scheduleFiles }: Services): RequestHandler {
	const router = Router();
	router.get("/schedule.ics", (req, res) => send(res, CALENDAR, scheduleFiles.calendar(localeOf(req))));
	router.get("/schedule/:id(\\d{1,15}).ics", (req, res, next) => {
		const file = scheduleFiles.sessionCalendar(numberIn(req.params.id ?? ""), localeOf(req));
		if (file === undefined) return next(new AppError("NOT_FOUND"));
		send(res, CALENDAR, file);
	});
	router.get("/schedule.atom", (req, res) => {
		send(res, "application/atom+xml; charset=utf-8", scheduleFiles.feed(localeOf(req)));
	});
	for (const format of ["json", "xml"] as const) {
		router.get(`/schedule.${format}`, (req, res) => {
			const file = scheduleFiles.forApps[format](localeOf(req));
			if (file !== undefined) return send(res, `application/${format}; charset=utf-8`, file);
			res.status(404);
			send(res, "text/plain; charset=utf-8", `${translators[localeOf(req)]("publicSchedule.none")}\n`);
		});
	}
	return router;
}

function localeOf(req: Request): Locale {
	return req.query.lang === "zh" ? "zh" : "en";
}

/** Express adds the ETag and answers 304 to clients that have that version. */
function send(res: Response, type: string, file: string): void {
	res.setHeader("Cache-Control", "public, max-age=60");
	res.setHeader("Content-Type", type);
	res.send(file);
}
