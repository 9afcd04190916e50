import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./portal.ts";

interface Route {
	id: string;
	parentId?: string;
	path?: string;
	hasClientLoader?: boolean;
	module: string;
	imports?: string[];
}

/** Hydrating pages of the build, with their scripts. */
export function hydratedPages(): { path: string; scripts: string[] }[] {
	const folder = join(root, "build/client/assets");
	const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file)) ?? "";
	const text = readFileSync(join(folder, name), "utf8").replace(/^window\.__remixManifest=|;\s*$/g, "");
	const { entry, routes } = JSON.parse(text) as { entry: Omit<Route, "id">; routes: Record<string, Route> };
	const filesOf = (route: Omit<Route, "id"> | undefined) => (route ? [route.module, ...(route.imports ?? [])] : []);
	const frame = [entry, routes.root, routes["routes/admin"]].flatMap(filesOf);
	const screens = Object.values(routes).filter(
		({ parentId, hasClientLoader }) => parentId === "routes/admin" && hasClientLoader,
	);
	return screens.map((screen) => ({
		path: `/${screen.path}`,
		scripts: [...new Set([...frame, ...filesOf(screen)])].map((script) => script.slice(1)),
	}));
}
