import { createInterface } from "node:readline/promises";
import { passwordFault } from "../../app/accounts/problems.ts";
import { translators } from "../../app/locales/index.ts";
import { isEmail } from "../../app/programmes/email.ts";
import { print, printError } from "../print.ts";
import { randomToken } from "../secrets.ts";
import type { OpenVerb } from "./verb.ts";

/** Makes an administrator, or makes an existing account one. */
export const createAdmin: OpenVerb = {
	name: "admin create",
	takes: ["EMAIL"],
	help: "Creates an administrator, or promotes the account with this email address and sets its password.\nReads the password from standard input; without one, makes a random password and prints it.",
	async run({ services }, [email = ""]) {
		if (!isEmail(email)) {
			printError(`${email} is not an email address`);
			return 2;
		}
		const typed = await readPassword();
		const fault = typed && passwordFault(translators.en, typed, email);
		if (fault) {
			printError(fault);
			return 2;
		}
		const password = typed || randomToken().slice(0, 16);
		await services.administrators.create(email, password);
		print(`Administrator ${email} can log in${typed ? "" : ` with the password ${password}`}`);
		return 0;
	},
};

/** The piped password, or the typed one; "" for none. */
async function readPassword(): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		if (process.stdin.isTTY) return await terminal.question("Password (empty for a random one): ");
		for await (const line of terminal) return line;
		return "";
	} finally {
		terminal.close();
	}
}

/** Takes the rights of an administrator away. */
export const revokeAdmin: OpenVerb = {
	name: "admin revoke",
	takes: ["EMAIL"],
	help: "Takes the administrator's rights away and ends their sessions. The account stays. Exits with 1 if it was no administrator.",
	async run({ services }, [email = ""]) {
		const revoked = await services.administrators.revoke(email);
		print(revoked ? `${email} is no longer an administrator` : `${email} is not an administrator`);
		return revoked ? 0 : 1;
	},
};

/** Shows who the administrators are. */
export const listAdmins: OpenVerb = {
	name: "admin list",
	takes: [],
	help: "Prints the email address of every administrator, one per line.",
	async run({ services }) {
		for (const { email } of services.administrators.list()) print(email ?? "");
		return 0;
	},
};
