import { type RequestHandler, Router } from "express";
import { AppError } from "../errors.ts";
import type { Services } from "../services/index.ts";
import { FILE_POLICY } from "./headers.ts";

const NAME = /^([0-9a-f]{32})(-small)?\.jpg$/;

/** Serves stored photos and their small versions under unguessable names, and never lists them. */
export function createPhotoFiles(services: Services): RequestHandler {
	const router = Router();
	router.get("/uploads/:name", async (req, res, next) => {
		const [, name, small] = NAME.exec(req.params.name ?? "") ?? [];
		if (!name) return next(new AppError("NOT_FOUND"));
		const file = small ? await services.photos.smallFileOf(name, req.actor) : services.photos.fileOf(name);
		res.setHeader("Content-Security-Policy", FILE_POLICY);
		res.setHeader("Content-Disposition", "inline; filename=photo.jpg");
		res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
		res.type("image/jpeg");
		res.sendFile(file, { dotfiles: "allow", cacheControl: false }, (error) => {
			if (error && !res.headersSent) next(new AppError("NOT_FOUND"));
		});
	});
	return router;
}
