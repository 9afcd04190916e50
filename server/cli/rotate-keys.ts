import { print } from "../print.ts";
import type { OpenVerb } from "./verb.ts";

/** Signs with a new key from now on. */
export const rotateKeys: OpenVerb = {
	name: "rotate-keys",
	takes: [],
	help: `Adds new keys. A running server signs with them at once, without a restart. Private links in emails already sent and
open forms keep working. Tokens of API clients work with the two newest keys: wait at least seven days before you rotate
again, until every older token has expired. Make a backup with keys afterwards.`,
	async run({ db, secrets, security, now }) {
		// The transaction changes nothing; it serialises concurrent commands.
		const kid = await db.settle(() => secrets.rotate(now()));
		security.note("keys.rotated", { kid });
		print(`Signing with key ${kid} from now on. Make a backup with keys: npm run cli -- backup --with-secrets`);
		return 0;
	},
};
