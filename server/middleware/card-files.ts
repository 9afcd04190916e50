import { type RequestHandler, type Response, Router } from "express";
import { numberIn } from "../../app/programmes/number.ts";
import type { Services } from "../services/index.ts";
import { FILE_POLICY } from "./headers.ts";

const NAME = /^(?:conference|talk-(\d{1,15}))-(en|zh)\.png$/;
const YEAR = "public, max-age=31536000, immutable";
/** For an address without a version, or with one that has passed. */
const MINUTES = "public, max-age=300";

/** Serves generated pictures: cards of pages, and the logo of the brand. */
export function createCardFiles({ cards, brandPictures }: Services): RequestHandler {
	const router = Router();
	router.get("/cards/:name", async (req, res, next) => {
		const [found, id, locale] = NAME.exec(req.params.name ?? "") ?? [];
		if (!found) return next();
		const subject = id === undefined ? ("conference" as const) : numberIn(id);
		try {
			const { version, png } = await cards.present(subject, locale === "zh" ? "zh" : "en");
			res.setHeader("ETag", `"${version}"`);
			// Nothing is read or drawn for those who have it.
			const file = req.fresh ? undefined : await png(req.actor);
			send(res, file, req.query.v === version ? YEAR : MINUTES);
		} catch (error) {
			res.removeHeader("ETag");
			next(error);
		}
	});
	router.get("/brand/:name", (req, res, next) => {
		const [, name] = /^(logo|icon)\.png$/.exec(req.params.name ?? "") ?? [];
		const file = name && brandPictures.file(name as "logo" | "icon");
		if (!file) return next();
		send(res, file, req.query.v ? YEAR : MINUTES);
	});
	return router;
}

/** @param file undefined for a browser that has it */
function send(res: Response, file: Buffer | undefined, caching: string): void {
	res.setHeader("Content-Security-Policy", FILE_POLICY);
	res.setHeader("Cache-Control", caching);
	if (file) res.type("image/png").send(file);
	else res.status(304).end();
}
