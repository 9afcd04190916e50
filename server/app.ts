import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import sirv from "sirv";
import type { Database } from "../db/client.ts";
import { isCapability } from "./access.ts";
import type { Config } from "./config.ts";
import type { Disk } from "./disk.ts";
import { AppError } from "./errors.ts";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { createActor, createAuthorise, createLanguageSwitch, refuseInvalidBearer } from "./middleware/actor.ts";
import { createBodyParser } from "./middleware/body.ts";
import { createCardFiles } from "./middleware/card-files.ts";
import { createDraining, createTrial } from "./middleware/draining.ts";
import { createErrorHandler } from "./middleware/error-handler.ts";
import { createFormTokenCheck } from "./middleware/form-token.ts";
import { createFreshCheck } from "./middleware/fresh.ts";
import { createGuard, refuseDoubled } from "./middleware/guard.ts";
import { asFile, createAbsoluteRedirects, createHeaders, createOpenDoors, nameNextPage } from "./middleware/headers.ts";
import { createOtherEvent } from "./middleware/other-event.ts";
import { createPageCache, FAST, isHeldBack, SMALL } from "./middleware/page-cache.ts";
import { createPhotoFiles } from "./middleware/photo-files.ts";
import { createPreferences } from "./middleware/preferences.ts";
import { createProxyCheck } from "./middleware/proxies.ts";
import { createRateLimit } from "./middleware/rate-limit.ts";
import { createRequestLog } from "./middleware/request-log.ts";
import { createScheduleFiles } from "./middleware/schedule-files.ts";
import { createTurns } from "./middleware/turns.ts";
import { CHECK_PATH } from "./proxy-check.ts";
import { createPages } from "./remix/pages.ts";
import { accountRoutes } from "./rest/accounts.ts";
import { authRoutes } from "./rest/auth.ts";
import { committeeRoutes } from "./rest/committee.ts";
import { discussionRoutes } from "./rest/discussions.ts";
import { entryRoutes } from "./rest/entries.ts";
import { meRoutes } from "./rest/me.ts";
import { describeCalls, withDocument } from "./rest/openapi.ts";
import { ownEntryRoutes } from "./rest/own-entries.ts";
import { programmeRoutes } from "./rest/programmes.ts";
import { redactionRoutes } from "./rest/redactions.ts";
import { resultRoutes } from "./rest/results.ts";
import { reviewRuleRoutes } from "./rest/review-rules.ts";
import { reviewRoutes } from "./rest/reviews.ts";
import { mount } from "./rest/route.ts";
import { scheduleRoutes } from "./rest/schedules.ts";
import { setupRoutes } from "./rest/setup.ts";
import { submitRoutes } from "./rest/submit.ts";
import { trackRoutes } from "./rest/tracks.ts";
import { triageRoutes } from "./rest/triage.ts";
import type { Secrets } from "./secrets.ts";
import type { SecurityLog } from "./security-log.ts";
import type { Services } from "./services/index.ts";

export interface AppParts {
	services: Services;
	db: Database;
	secrets: Secrets;
	config: Config;
	disk: Disk;
	log: Logger;
	security: SecurityLog;
	health: Health;
	metrics: Metrics;
	/** The Remix build, or a function that returns the current one in development. */
	build: ServerBuild | (() => Promise<ServerBuild>);
	islands: Readonly<Record<string, string>>;
	/** Milliseconds since the epoch. */
	now: () => number;
	/** Folder of the built browser files. */
	browserFiles: string;
	temporary: string;
	/** In development: serves sources instead of the built files. */
	development?: RequestHandler;
}

/**
 * The composition root of server and tests. Order matters: cheap refusals come first, and nothing reaches a page or
 * call unless the access table allows it.
 */
export function createApp(parts: AppParts): Express {
	const { services, db, secrets, config, log, health, build, browserFiles } = parts;
	const routes = withDocument(
		[
			...authRoutes,
			...accountRoutes,
			...submitRoutes,
			...entryRoutes,
			...ownEntryRoutes,
			...meRoutes,
			...programmeRoutes,
			...setupRoutes,
			...trackRoutes,
			...triageRoutes,
			...scheduleRoutes,
			...reviewRoutes,
			...discussionRoutes,
			...reviewRuleRoutes,
			...committeeRoutes,
			...resultRoutes,
			...redactionRoutes,
		],
		() => services.event.brand("en").product,
		services.registry,
	);
	const rateLimit = createRateLimit(config, services);
	const app = express();
	app.disable("x-powered-by");
	app.set("trust proxy", config.trustProxy);
	app.set("query parser", "simple");

	app.use(["/healthz", "/readyz", "/metrics"], refuseDoubled);
	app.get("/healthz", health.alive);
	app.get("/readyz", health.ready);
	app.get("/metrics", parts.metrics.answer);
	app.all(CHECK_PATH, createProxyCheck(config, secrets, parts.now));
	app.use(parts.metrics.count);

	app.use(createRequestLog(log, parts.security, parts.now));
	app.use(createHeaders(config));
	app.use(createGuard(config, log, services.registry));
	app.use(createOpenDoors(config));
	app.use(createAbsoluteRedirects(config));
	app.use(nameNextPage);
	if (parts.development) app.use(parts.development);
	if (!parts.development)
		app.use(
			forFiles(
				browserFiles,
				sirv(browserFiles, {
					immutable: true,
					maxAge: 31_536_000,
					brotli: true,
					gzip: true,
					setHeaders: asFile,
				}),
			),
		);
	app.use(createActor(services, config));
	app.use(rateLimit.limit);
	app.use(rateLimit.countRefused);
	app.use(refuseInvalidBearer);
	app.use(createAuthorise(config));
	app.use(createDraining(health));
	app.use(createTrial(config));
	app.use(createLanguageSwitch(config));
	app.use(createPageCache(db, rateLimit.count));
	app.use(createCompression());
	app.use(createBodyParser(config, parts.disk, parts.temporary));
	app.use(createPreferences(config));
	app.use(rateLimit.recount);
	app.use(createFormTokenCheck(secrets));
	app.use(createFreshCheck(services, config));
	app.use(createOtherEvent(services));

	app.use(createCardFiles(services));
	app.use(createPhotoFiles(services));
	app.use(createScheduleFiles(services));
	app.use(refuseMissingFile(rateLimit));
	app.use(createTurns(config));
	app.use(mount(routes, services, config));
	app.use("/api", (req, _res, next) => {
		next(req.access?.kind === "page" ? undefined : new AppError("NOT_FOUND"));
	});
	app.use(
		createPages(build, {
			services,
			config,
			secrets,
			log,
			islands: parts.islands,
			calls: () => describeCalls(routes, services.registry()),
			now: parts.now,
		}),
	);
	app.use(createErrorHandler(log, services.event));
	return app;
}

/** A small answer, and counted like a page: files that are there cost next to nothing, and have a larger allowance. */
function refuseMissingFile({ count }: Pick<ReturnType<typeof createRateLimit>, "count">): RequestHandler {
	return (req, _res, next) => {
		if (req.access?.kind !== "file") return next();
		count(req, "page").then((refusal) => next(refusal ?? new AppError("NOT_FOUND")), next);
	};
}

/** Files are listed at the start. One that has gone since is not found: reading it would fail and stop the server. */
function forFiles(folder: string, serve: RequestHandler): RequestHandler {
	return (req, res, next) =>
		req.access?.kind === "file" && existsSync(join(folder, req.path)) ? serve(req, res, next) : next();
}

/** Compresses what the page cache will not. */
function createCompression(): RequestHandler {
	const [small, fast] = [compression({ brotli: { params: SMALL } }), compression({ brotli: { params: FAST } })];
	return (req, res, next) => {
		if (isHeldBack(res)) return next();
		const { access } = req;
		const isShort = access?.kind === "page" && !isCapability(access.who) && !access.download;
		(isShort ? small : fast)(req, res, next);
	};
}
