import { join, resolve } from "node:path";
import type { Directories } from "./backup/archive.ts";
import type { Config } from "./config.ts";

/** Both directories of the data, whole. */
export function directoriesOf({ dataDir, uploadsDir }: Config, root: string): Directories {
	return { dataDir: resolve(root, dataDir), uploadsDir: resolve(root, uploadsDir) };
}

/** The build folder, relative to the project's root. */
export function buildPaths(root: string) {
	return {
		pages: join(root, "build/server/index.js"),
		browser: join(root, "build/client"),
		islands: join(root, "build/islands.json"),
		migrations: join(root, "migrations"),
	};
}
