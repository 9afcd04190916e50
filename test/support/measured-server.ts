import { join } from "node:path";
import { memoryOf } from "../../bench/process-memory.ts";
import { temporaryDirectory } from "./portal.ts";
import { startServer } from "./server.ts";

export const TOKEN = "a-token-of-some-length";
export const MOST_RESIDENT_MIB = 500;

/** Default limits; the proxy names who asks. */
export async function startWatched() {
	const directory = temporaryDirectory();
	const server = await startServer({
		DATA_DIR: join(directory, "data"),
		UPLOADS_DIR: join(directory, "uploads"),
		TRUST_PROXY: "1",
		RATE_LIMIT_SCALE: "1",
		METRICS_TOKEN: TOKEN,
	});
	const peak = () => memoryOf(server, "VmHWM") / 1024 ** 2;
	return { ...server, peak };
}
