import { readFile } from "node:fs/promises";
import { print, printError } from "../print.ts";
import { readText } from "../services/forum/forum-file.ts";
import { counted, DRY_RUN, type OpenVerb } from "./verb.ts";

/** Takes registrations for the forum from a file. */
export const importForum: OpenVerb = {
	name: "import forum",
	takes: ["FILE.csv"],
	options: [DRY_RUN],
	help: `Imports registrations for the forum. The header row names the columns
as in the exported file, in any order.
Separate several topics in one cell by semicolons. Rows whose email address is already registered are skipped and listed.
If any row has an error, nothing is stored: every such row is listed, and the exit code is 1.
With ${DRY_RUN} the file is only checked.`,
	async run({ services }, [file = ""], options) {
		const bytes = await readFile(file).catch((error: Error) => error);
		if (bytes instanceof Error) {
			printError(`${file} cannot be read: ${bytes.message}`);
			return 1;
		}
		const text = readText(bytes);
		const dry = options.has(DRY_RUN);
		const report = dry
			? await services.forumImport.inspect("operator", text, "en")
			: await services.forumImport.store("operator", text, "en");
		for (const { line, reason } of report.bad) printError(`line ${line}: ${reason}`);
		for (const { line, email } of report.duplicates) print(`line ${line}: ${email} is already registered, skipped`);
		if (report.bad.length > 0) {
			const what =
				report.refused === "header" ? "The header row is wrong" : `${counted(report.bad.length, "row")} with errors`;
			printError(`${what}, nothing was stored`);
			return 1;
		}
		print(`${report.rows} ${dry ? "would be imported" : "imported"}, ${report.duplicates.length} skipped`);
		return 0;
	},
};
