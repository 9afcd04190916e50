import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { ConfigError } from "./config.ts";

/** A setting whose value is in quotes and may have several lines. A comment may have quotation marks, too, and is none. */
const QUOTED = /^[^\n#=]*=[ \t]*(["'`])[\s\S]*?\1/gm;

/**
 * Adds the lines of `.env`, or of the file that ENV_FILE names, to the environment. What is set there already stays.
 * @param root folder of the program
 * @throws ConfigError if the file that ENV_FILE names cannot be read, and for a line without `=`, which Node would skip
 */
export function loadEnvFile(root: string): void {
	const named = process.env.ENV_FILE;
	const file = named === undefined ? join(root, ".env") : resolve(named);
	if (named === "" || (named === undefined && !existsSync(file))) return;
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch (error) {
		throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
	}
	const lines = text.replace(QUOTED, (value) => `=${"\n".repeat(value.split("\n").length - 1)}`).split("\n");
	const wrong = lines.findIndex((line) => !/^\s*(#|$)|=/.test(line));
	// Without the line itself: it may hold a password.
	if (wrong >= 0) throw new ConfigError(`${file}, line ${wrong + 1}: write NAME=value, or # before a comment`);
	for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
