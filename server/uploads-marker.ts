import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The file in the folder of photos that names the installation they belong to. */
export const MARKER = ".rostrum";
/** An installation's name; a longer marker is none. */
const NAME = /^[0-9a-f]{32}$/;

/** Installation named by a folder's marker; "" if invalid, undefined without a marker. */
export function markerIn(uploadsDir: string): string | undefined {
	try {
		const text = readFileSync(join(uploadsDir, MARKER), "utf8").trim();
		// Empty after a power failure.
		if (text === "") return;
		return NAME.test(text) ? text : "";
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
		throw error;
	}
}
