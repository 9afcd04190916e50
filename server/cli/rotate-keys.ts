import { print } from "../print.ts";
import type { OpenVerb } from "./verb.ts";

/** Signs with a new key from now on. */
export const rotateKeys: OpenVerb = {
	name: "rotate-keys",
	takes: [],
	help: `Adds new keys, with which a running server signs from now on; it needs no restart. Private links in mails keep working,
as do forms that are open. Tokens of API clients work with the present keys and those before them: rotate again after
seven days at the earliest, when every older token has ended. Make a backup with keys afterwards.`,
	async run({ db, secrets, security, now }) {
		// The transaction changes no row. It is how commands wait for each other.
		const kid = await db.settle(() => secrets.rotate(now()));
		security.note("keys.rotated", { kid });
		print(`Signing with key ${kid} from now on. Make a backup with keys: npm run cli -- backup --with-secrets`);
		return 0;
	},
};
