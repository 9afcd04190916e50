import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { prepareBuild } from "./build.ts";
import { type ContextParts, createLoadContext } from "./load-context.ts";

/** The routes below `/admin`. */
const OF_TEAM = /^(routes\/admin|reading\/)/;

/**
 * Serves the pages. The framework matches an address against every route it is given, several times for each request: so
 * the public pages, which most requests are for, are served without the routes below `/admin`.
 */
export function createPages(build: ServerBuild | (() => Promise<ServerBuild>), parts: ContextParts): RequestHandler {
	const getLoadContext = createLoadContext(parts);
	const serve = (choose: (build: ServerBuild) => ServerBuild) =>
		createRequestHandler({
			build:
				typeof build === "function" ? async () => choose(prepareBuild(await build())) : choose(prepareBuild(build)),
			mode: "production",
			getLoadContext,
		});
	const [all, visitors] = [serve((whole) => whole), serve(forVisitors)];
	return (req, res, next) => void (req.access?.path.startsWith("/admin") ? all : visitors)(req, res, next);
}

function forVisitors(build: ServerBuild): ServerBuild {
	const { assets, routes } = build;
	return { ...build, routes: without(routes), assets: { ...assets, routes: without(assets.routes) } };
}

const without = <Route>(routes: Record<string, Route>): Record<string, Route> =>
	Object.fromEntries(Object.entries(routes).filter(([id]) => !OF_TEAM.test(id)));
