import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { access } from "../access.ts";
import { prepareBuild, routesAt } from "./build.ts";
import { type ContextParts, createLoadContext } from "./load-context.ts";

/**
 * Serves the pages. The framework matches an address against every route it is given, several times for each request: so
 * each page is served with its own routes only, those of its row in the access table.
 */
export function createPages(build: ServerBuild | (() => Promise<ServerBuild>), parts: ContextParts): RequestHandler {
	const getLoadContext = createLoadContext(parts);
	const serve = (pages: ServerBuild | (() => Promise<ServerBuild>)) =>
		createRequestHandler({ build: pages, mode: "production", getLoadContext });
	if (typeof build === "function") return serve(async () => prepareBuild(await build()));
	const whole = prepareBuild(build);
	const rows = access.filter(({ kind }) => kind === "page");
	const handlers = new Map(rows.map(({ path }) => [path, serve({ ...whole, routes: routesAt(whole, path) })]));
	const notFound = handlers.get("*");
	return (req, res, next) => void (handlers.get(req.access?.path ?? "*") ?? notFound)?.(req, res, next);
}
