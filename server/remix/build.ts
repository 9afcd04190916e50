import { data, redirectDocument, type ServerBuild } from "@remix-run/node";
import { type Keeps, type Refused, typedTexts } from "../../app/programmes/shown-again.ts";
import { access } from "../access.ts";
import type { LoadContext } from "./load-context.ts";

type RouteModule = NonNullable<ServerBuild["routes"][string]>["module"];
type Handler = (args: { request: Request; params: object; context: unknown }) => Promise<unknown> | unknown;

/**
 * Wraps the Remix build: errors of services become answers here, and every page must have a row in the access table.
 * @throws Error naming a page without one
 */
export function prepareBuild(build: ServerBuild): ServerBuild {
	const routes: ServerBuild["routes"] = {};
	for (const [id, entry] of Object.entries(build.routes)) {
		if (!entry) continue;
		const path = pathInTable(build.routes, id);
		if (path !== undefined) assertInTable(path, entry.module);
		routes[id] = { ...entry, module: withErrors(entry.module, id === "root") };
	}
	return { ...build, routes };
}

/** The address of a page, as the access table has it; undefined for layouts, which have none of their own. */
function pathInTable(routes: ServerBuild["routes"], id: string): string | undefined {
	const entry = routes[id];
	if (!entry || (entry.path === undefined && !entry.index)) return;
	const path = `/${lineOf(routes, id)
		.flatMap((one) => routes[one]?.path || [])
		.join("/")}`;
	return path === "/*" ? "*" : path;
}

/** A route and those around it, the outermost first. */
function lineOf(routes: ServerBuild["routes"], id: string): string[] {
	const parent = routes[id]?.parentId;
	return parent ? [...lineOf(routes, parent), id] : [id];
}

function assertInTable(path: string, module: RouteModule): void {
	const methods = [module.default || module.loader ? "GET" : undefined, module.action ? "POST" : undefined];
	for (const method of methods) {
		if (method && !access.some((row) => row.kind === "page" && row.path === path && row.method === method)) {
			throw new Error(`${method} ${path} is a page without a row in the access table`);
		}
	}
}

/** The routes of the pages at a path of the access table, with their layouts. */
export function routesAt({ routes }: ServerBuild, path: string): ServerBuild["routes"] {
	const ids = new Set(
		Object.keys(routes).flatMap((id) => (pathInTable(routes, id) === path ? lineOf(routes, id) : [])),
	);
	return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
}

function withErrors(module: RouteModule, isRoot: boolean): RouteModule {
	const { keeps, keepsRefused } = (module.handle ?? {}) as { keeps?: Keeps; keepsRefused?: true };
	const takes = (action: Handler) => (keepsRefused ? action : taken(action, keeps));
	return {
		...module,
		...(module.loader && { loader: unlessDenied(guarded(module.loader as Handler), isRoot) }),
		...(module.action && { action: guarded(takes(module.action as Handler), keeps) }),
	} as RouteModule;
}

/** An action that does not run if the post was refused, or if only language or theme was changed. */
function taken(action: Handler, keeps: Keeps | undefined): Handler {
	return (args) => {
		const context = args.context as LoadContext;
		if (context.refusal) throw context.refusal;
		if (context.prefers && keeps) return context.sendBack(keeps, { status: 200 });
		return action(args);
	};
}

/** After a denied post no loader runs but the root's, which knows language and theme. */
function unlessDenied(loader: Handler, isRoot: boolean): Handler {
	return (args) => {
		const { denied } = (args.context as LoadContext).page;
		if (denied && !isRoot) throw denied;
		return loader(args);
	};
}

function guarded(handler: Handler, keeps?: Keeps): Handler {
	return async (args) => {
		const { proveAt } = args.context as LoadContext;
		// The proof page does not hydrate, so scripts must load it as a document.
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
 * Pages with `keeps` are shown again with the message above the form. Where they may not be seen any more, or are gone,
 * the error page shows the texts that were typed.
 */
function answerTo(thrown: unknown, context: LoadContext, keeps: Keeps | undefined) {
	const { status, message, code } = context.explain(thrown);
	const { page } = context;
	if (keeps) page.typed = typedTexts(keeps, context.form);
	const isDenied = code === "NOT_SIGNED_IN" || code === "FORBIDDEN" || code === "UNCONFIRMED";
	const logIn = code === "NOT_SIGNED_IN" ? context.loginFor() : undefined;
	// The dashboard has the button that sends the email again.
	const dashboard = () => (code === "UNCONFIRMED" ? context.flash.say("/dashboard", [message]) : "/dashboard");
	// Login and dashboard do not hydrate, so scripts must load them as documents.
	if (isDenied && page.typed.length === 0) throw redirectDocument(logIn ?? dashboard());
	const answer = data<Refused>({ message, typed: page.typed, logIn }, { status, statusText: code });
	if (!keeps) throw answer;
	if (isDenied) page.denied = answer;
	return context.sendBack(keeps, { headline: message, status });
}
