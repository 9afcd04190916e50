import { type RequestHandler, Router } from "express";
import { AppError } from "../errors.ts";
import type { Services } from "../services/index.ts";
import { FILE_POLICY } from "./headers.ts";

const NAME = /^([0-9a-f]{32})\.jpg$/;

/** Serves stored photos under their unguessable names, and never lists them. */
export function createPhotoFiles(services: Services): RequestHandler {
	const router = Router();
	router.get("/uploads/:name", (req, res, next) => {
		const name = NAME.exec(req.params.name ?? "")?.[1];
		if (!name) return next(new AppError("NOT_FOUND"));
		res.setHeader("Content-Security-Policy", FILE_POLICY);
		res.setHeader("Content-Disposition", "inline; filename=photo.jpg");
		res.setHeader("Cache-Control", "public, max-age=31536000, immutable");
		res.type("image/jpeg");
		res.sendFile(services.photos.fileOf(name), { dotfiles: "allow", cacheControl: false }, (error) => {
			if (error && !res.headersSent) next(new AppError("NOT_FOUND"));
		});
	});
	return router;
}
