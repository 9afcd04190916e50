import { redirectDocument, type ServerBuild } from "@remix-run/node";
import type { Keeps } from "../../app/programmes/shown.ts";
import { access } from "../access.ts";
import type { LoadContext } from "./load-context.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];
type Handler = (args: { request: Request; params: object; context: unknown }) => Promise<unknown> | unknown;

/**
 * Prepares the page build: what services throw becomes an answer in this one place, and every page must have a row in
 * the access table. @throws Error naming a page without one
 */
export function prepareBuild(build: ServerBuild): ServerBuild {
	const routes: ServerBuild["routes"] = {};
	for (const [id, entry] of Object.entries(build.routes)) {
		if (!entry) continue;
		const path = fullPath(build, id);
		if (path !== undefined) assertInTable(path, entry.module);
		routes[id] = { ...entry, module: withErrors(entry.module) };
	}
	return { ...build, routes };
}

/** The address of a page; undefined for layouts, which have none of their own. */
function fullPath(build: ServerBuild, id: string): string | undefined {
	const entry = build.routes[id];
	if (!entry || (entry.path === undefined && !entry.index)) return;
	const segments: string[] = [];
	for (let at: typeof entry | undefined = entry; at; at = at.parentId ? build.routes[at.parentId] : undefined) {
		if (at.path) segments.unshift(at.path);
	}
	return `/${segments.join("/")}`;
}

function assertInTable(path: string, module: RouteModule): void {
	const wanted = path === "/*" ? "*" : path;
	const methods = [module.default || module.loader ? "GET" : undefined, module.action ? "POST" : undefined];
	for (const method of methods) {
		if (method && !access.some((row) => row.kind === "page" && row.path === wanted && row.method === method)) {
			throw new Error(`${method} ${wanted} is a page without a row in the access table`);
		}
	}
}

function withErrors(module: RouteModule): RouteModule {
	const { keeps, keepsRefused } = (module.handle ?? {}) as { keeps?: Keeps; keepsRefused?: true };
	const takes = (action: Handler) => (keepsRefused ? action : taken(action));
	return {
		...module,
		...(module.loader && { loader: guarded(module.loader as Handler) }),
		...(module.action && { action: guarded(takes(module.action as Handler), keeps) }),
	} as RouteModule;
}

/** An action that runs only for a post that may be taken up. */
function taken(action: Handler): Handler {
	return (args) => {
		const { refusal } = args.context as LoadContext;
		if (refusal) throw refusal;
		return action(args);
	};
}

function guarded(handler: Handler, keeps?: Keeps): Handler {
	return async (args) => {
		const { proveAt } = args.context as LoadContext;
		// A script that asked must load the page whole: it does not hydrate.
		if (proveAt) throw redirectDocument(proveAt);
		try {
			return await handler(args);
		} catch (thrown) {
			if (thrown instanceof Response) throw thrown;
			return answerTo(thrown, args.context as LoadContext, keeps);
		}
	};
}

/**
 * A page whose `handle` has `keeps` is shown again with the fault above its form; others are replaced by the fault.
 */
function answerTo(thrown: unknown, context: LoadContext, keeps: Keeps | undefined) {
	const { status, message, code } = context.explain(thrown);
	// Neither page hydrates, so a script that asked must load it whole.
	if (code === "NOT_SIGNED_IN") throw redirectDocument(context.loginFor());
	if (code === "FORBIDDEN") throw redirectDocument("/dashboard");
	if (keeps) return context.sendBack(keeps, { headline: message, status });
	throw new Response(message, { status, statusText: code });
}
