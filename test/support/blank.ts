import { join } from "node:path";
import { pino } from "pino";
import { readConfig } from "../../server/config.ts";
import { openVolume } from "../../server/volume.ts";
import { openPortal, root, type TestPortal, temporaryDirectory } from "./portal.ts";

/** Where an installation made with `init --template blank` keeps its data. */
export async function blankInstallation(settings: Record<string, string> = {}): Promise<Record<string, string>> {
	const directory = temporaryDirectory();
	const place = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	const config = readConfig({ NODE_ENV: "production", ...place, ...settings });
	const log = pino({ level: "silent" });
	(await openVolume(config, { root, exclusive: true, template: "blank", log })).close();
	return place;
}

/** A portal with a blank event, in another year than that of the specification. */
export async function openBlank(settings: Record<string, string> = {}): Promise<TestPortal> {
	return openAnotherYear({ ...(await blankInstallation(settings)), ...settings });
}

/** A portal on an installation, in another year than that of the specification. */
export async function openAnotherYear(settings: Record<string, string>): Promise<TestPortal> {
	const portal = await openPortal(settings);
	portal.clock.now = Date.parse("2027-03-01T02:00:00Z");
	return portal;
}
