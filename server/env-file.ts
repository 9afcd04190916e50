import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "./config.ts";

/**
 * Adds the lines of `.env`, or of the file that ENV_FILE names, to the environment. What is set there already stays.
 * @param root folder of the program
 * @throws ConfigError if the file that ENV_FILE names cannot be read
 */
export function loadEnvFile(root: string): void {
	const named = process.env.ENV_FILE;
	const file = named === undefined ? join(root, ".env") : resolve(named);
	if (named === "" || (named === undefined && !existsSync(file))) return;
	try {
		process.loadEnvFile(file);
	} catch (error) {
		throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
	}
}
