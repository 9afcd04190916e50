import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { createServer } from "vite";

/** What replaces the built pages and browser files while developing. */
export interface Development {
	/** Serves browser modules from the sources. */
	middleware: RequestHandler;
	/** The pages as they are now. */
	build: () => Promise<ServerBuild>;
	/** Address of each island by its name. */
	islands: Readonly<Record<string, string>>;
}

/** Restricts Vite to sources and packages; by default it would serve the data directory, too. */
const FROM_SOURCES = /^\/(@|app\/|node_modules\/)/;

/** Pages and browser files straight from the sources, for `npm run dev`. The build leaves this file out. */
export async function createDevelopment(root: string): Promise<Development> {
	const vite = await createServer({
		root,
		appType: "custom",
		// Pre-bundles packages, because discovering one later reloads the page.
		optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/*.tsx"] },
		server: { middlewareMode: true, fs: { allow: [join(root, "app"), join(root, "node_modules")] } },
	});
	return {
		middleware: (req, res, next) => {
			if (FROM_SOURCES.test(req.url)) return vite.middlewares(req, res, next);
			loosenPolicy(res);
			next();
		},
		build: async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild,
		islands: islandsIn(join(root, "app/islands")),
	};
}

/** Vite compiles a module when it is asked for, so an island needs no bundle here. */
function islandsIn(folder: string): Record<string, string> {
	const files = readdirSync(folder).filter((name) => name.endsWith(".island.ts"));
	return Object.fromEntries(files.map((name) => [name.replace(".island.ts", ""), `/app/islands/${name}`]));
}

/** Vite's client injects styles and opens a web socket; both need a looser content policy. */
function loosenPolicy(res: Parameters<RequestHandler>[1]): void {
	const setHeader = res.setHeader.bind(res);
	res.setHeader = (name, value) =>
		setHeader(
			name,
			name.toLowerCase() === "content-security-policy"
				? String(value)
						.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
						.replace("connect-src 'self'", "connect-src 'self' ws:")
				: value,
		);
}
