import { readFile, writeFile } from "node:fs/promises";
import { print, printError, reasonOf } from "../print.ts";
import { counted, DRY_RUN, type OpenVerb } from "./verb.ts";

/** Writes the set-up into a file. */
export const exportEvent: OpenVerb = {
	name: "event export",
	takes: ["FILE"],
	help: `Writes names, texts, tracks, calls and the schedule grid of the event into FILE as JSON, logo included, without
submissions, accounts and emails. The same set-up gives the same bytes. The JSON Schema is at /api/setup.schema.json.`,
	async run({ services }, [file = ""]) {
		await writeFile(file, services.setup.exported("operator"));
		print(`The set-up is in ${file}`);
		return 0;
	},
};

/** Takes the set-up from a file. */
export const importEvent: OpenVerb = {
	name: "event import",
	takes: ["FILE"],
	options: [DRY_RUN],
	help: `Makes the set-up of the event as FILE says, all or nothing, and lists every difference; with ${DRY_RUN} it only lists them.
Calls that FILE lacks are archived if they have submissions, and otherwise removed; tracks are retired. No talk loses its slot.
If FILE has a fault, every fault is listed with its place, nothing is changed, and the exit code is 1.`,
	async run({ services }, [file = ""], options) {
		const text = await readFile(file, "utf8").catch((error: Error) => error);
		if (text instanceof Error) {
			printError(`${file} cannot be read: ${reasonOf(text)}`);
			return 1;
		}
		const dry = options.has(DRY_RUN);
		const { setup } = services;
		const { faults, changes } = dry
			? await setup.inspect("operator", text, "en")
			: await setup.store("operator", text, "en");
		for (const { pointer, message } of faults) printError(`${pointer || "the document"}: ${message}`);
		if (faults.length > 0) {
			printError(`${counted(faults.length, "fault")}, nothing was changed`);
			return 1;
		}
		for (const change of changes) print(change);
		print(`${counted(changes.length, "change")} ${dry ? "would be applied" : "applied"}`);
		return 0;
	},
};
