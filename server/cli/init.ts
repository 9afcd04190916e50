import { existsSync } from "node:fs";
import { join } from "node:path";
import { EVENT_TEMPLATES, type EventTemplate } from "../../app/enumerations.ts";
import { DATABASE } from "../backup/archive.ts";
import { print, printError } from "../print.ts";
import type { FileVerb } from "./verb.ts";

const NEXT: Record<EventTemplate, string> = {
	blank: `Made a blank event.
1. npm start: prints a link where the first administrator sets a password.
2. Log in and open /admin: it lists what to set up before the calls open.`,
	hangzhou: `Made the event of the specification, with its calls, tracks and schedule grid.
1. npm start: prints a link where the first administrator sets a password.
2. Log in and open /admin.`,
};

/** Makes the database of a new installation. */
export const init: FileVerb = {
	name: "init",
	takes: [],
	choice: { option: "--template", of: EVENT_TEMPLATES },
	help: `Makes the database of a new installation in DATA_DIR. The template "blank" is an event with a neutral name, one closed call for talks,
and no tracks, days or links; "hangzhou" is the event that npm start makes by itself. TZ_EVENT and BRAND_* fill either.
Where there is a database already, nothing changes, and the exit code is 1.`,
	async runOnFiles({ dataDir, open }, [template]) {
		const database = join(dataDir, DATABASE);
		if (existsSync(database)) {
			printError(`${database} exists already: nothing was changed. Organisers change the event at /admin/event`);
			return 1;
		}
		const chosen = template as EventTemplate;
		await open(chosen);
		print(NEXT[chosen]);
		return 0;
	},
};
