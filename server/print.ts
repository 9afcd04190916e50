/** Control and bidi characters, which terminals interpret. */
const HIDDEN = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * Escapes a text for a terminal or log: text from people or other servers must not move the cursor, change the
 * window's title or reorder its surroundings. Escaped as in JSON, so JSON stays valid.
 */
export function printable(text: string): string {
	return text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Writes to standard output. Only this module and the log do. */
export function print(line: string): void {
	process.stdout.write(`${printable(line)}\n`);
}

/** Writes a line to standard error. */
export function printError(line: string): void {
	process.stderr.write(`${printable(line)}\n`);
}

/**
 * Lets a command go on without a reader: one that has seen enough, such as `head`, closes the pipe. Its work is done all
 * the same, and what it would still say is dropped.
 */
export function mindNoReader(): void {
	for (const stream of [process.stdout, process.stderr]) {
		stream.on("error", (error: NodeJS.ErrnoException) => {
			if (error.code !== "EPIPE") throw error;
		});
	}
}

/** Another program's error message, as one line of limited length. */
export function reasonOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return printable(text.replace(/\s+/g, " ")).slice(0, 500);
}

/** Text that looks like an email address, including addresses at a host name or IP address. */
const ADDRESS =
	/(?<![\p{L}\p{N}._%+'=-])[\p{L}\p{N}._%+'=-]+@(?:\[[^\]\s"\\]*\]|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)/gu;

/** Removes email addresses from a text for the log, which many read and which is kept long. JSON stays valid. */
export function withoutAddresses(text: string): string {
	return text.includes("@") ? text.replace(ADDRESS, "(address)") : text;
}

/** What opening the data of an earlier program did to them. */
export function migratedInWords({ from, to, copy }: { from: number; to: number; copy: string }): string {
	return `The database was migrated from version ${from} to ${to}. A copy of it as it was is at ${copy}`;
}
