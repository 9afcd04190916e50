import type { Logger } from "pino";
import type { Registry } from "../../app/programmes/registry.ts";
import type { Database } from "../../db/client.ts";
import type { Config } from "../config.ts";
import type { Disk } from "../disk.ts";
import type { Secrets } from "../secrets.ts";
import type { SecurityLog } from "../security-log.ts";
import type { KnownEvent } from "./event/current-event.ts";

/** What every service is given. Time comes from here, so that tests can move it. */
export interface Runtime {
	db: Database;
	secrets: Secrets;
	config: Config;
	/** The current event; for the services of another edition, that one. */
	event: KnownEvent;
	/** The programmes as they are now. */
	registry: () => Registry;
	disk: Disk;
	log: Logger;
	security: SecurityLog;
	/** Milliseconds since the epoch. */
	now: () => number;
}
