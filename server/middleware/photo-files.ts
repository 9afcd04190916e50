import { type RequestHandler, Router } from "express";
import type { Services } from "../services/index.ts";
import { FILE_POLICY, openToOtherSites } from "./headers.ts";

const NAME = /^([0-9a-f]{32})(-small)?\.jpg$/;

/**
 * Serves photos and their small versions under unguessable names, without listing them; and files of works, as
 * downloads, to those allowed to see them.
 */
export function createPhotoFiles(services: Services): RequestHandler {
	const router = Router();
	router.get("/uploads/:name", async (req, res, next) => {
		const [, name, small] = NAME.exec(req.params.name ?? "") ?? [];
		if (!name) return next();
		// Asked before the file is made: the connection may have ended by then, and the database with it.
		const isPublic = [services, ...services.archive.all()].some(({ publicEntries, publicSchedule }) =>
			publicEntries.showsPhoto(name, publicSchedule.ids()),
		);
		const file = small ? await services.photos.smallFileOf(name, req.actor) : services.photos.fileOf(name);
		if (isPublic) openToOtherSites(res);
		res.setHeader("Content-Security-Policy", FILE_POLICY);
		res.setHeader("Content-Disposition", "inline; filename=photo.jpg");
		// A photo may become public later. Browsers then need the headers for other sites, so they ask again after an hour.
		res.setHeader("Cache-Control", isPublic ? "public, max-age=31536000, immutable" : "private, max-age=3600");
		res.type("image/jpeg");
		// A photo never changes under its name, and its ETag says so.
		res.sendFile(file, { dotfiles: "allow", cacheControl: false, lastModified: false }, (error) => {
			if (error && !res.headersSent) next();
		});
	});
	router.get("/works/:name", (req, res, next) => {
		const text = (name: string) => String(req.query[name] ?? "");
		const file = services.workFile(req.actor, req.params.name ?? "", text("spot"), text("key"));
		if (!file) return next();
		res.setHeader("Content-Security-Policy", FILE_POLICY);
		// Never shown as a page of this site, whatever it contains.
		res.attachment(file.fileName);
		res.sendFile(file.path, { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false }, (error) => {
			if (error && !res.headersSent) next();
		});
	});
	return router;
}
