import type { Logger } from "pino";
import type { Registry } from "../../app/programmes/registry.ts";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import type { Disk } from "../disk.ts";
import type { Secrets } from "../secrets.ts";
import type { SecurityLog } from "../security-log.ts";
import type { CurrentEvent } from "./event/current-event.ts";

/** What every service is given. Time comes from here, so that tests can move it. */
export interface Runtime {
	db: Database;
	secrets: Secrets;
	config: Config;
	/** What there is to know of the current event. */
	event: CurrentEvent;
	/** The programmes as they are now. */
	registry: () => Registry;
	disk: Disk;
	log: Logger;
	security: SecurityLog;
	/** Milliseconds since the epoch. */
	now: () => number;
}
