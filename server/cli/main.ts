import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UnusableDatabase } from "../../db/client.ts";
import { ConfigError, readConfig } from "../config.ts";
import { openVolume } from "../portal.ts";
import { createAdmin, listAdmins, revokeAdmin } from "./admin.ts";
import { doctor } from "./doctor.ts";
import { importForum } from "./import-forum.ts";
import type { Verb } from "./verb.ts";

const verbs: readonly Verb[] = [createAdmin, revokeAdmin, listAdmins, importForum, doctor];

/** Exit codes: 0 done, 1 failed or a check did not pass, 2 the call itself is wrong. */
async function main(words: readonly string[]): Promise<number> {
	const verb = verbs.find(({ name }) => name.split(" ").every((word, index) => words[index] === word));
	const behind = words.slice(verb?.name.split(" ").length ?? 0);
	const given = behind.filter((word) => !verb?.options?.includes(word));
	if (!verb || given.includes("--help")) {
		console.log(
			verb ? `${usage(verb)}\n\n${verb.help}` : `Commands:\n${verbs.map((one) => `  ${usage(one)}`).join("\n")}`,
		);
		return verb || words.includes("--help") ? 0 : 2;
	}
	if (given.length !== verb.takes.length) {
		console.error(usage(verb));
		return 2;
	}
	const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
	const volume = await openVolume({ ...readConfig(process.env), logLevel: "error" }, { root, exclusive: false });
	try {
		return await verb.run(volume, given, new Set(behind));
	} finally {
		volume.close();
	}
}

function usage(verb: Verb): string {
	const options = (verb.options ?? []).map((option) => `[${option}]`);
	return ["npm run cli --", verb.name, ...verb.takes, ...options].join(" ");
}

main(process.argv.slice(2))
	.then((code) => {
		process.exitCode = code;
	})
	.catch((error) => {
		const expected = error instanceof ConfigError || error instanceof UnusableDatabase;
		console.error(expected ? `rostrum: ${error.message}` : error);
		process.exitCode = 1;
	});
