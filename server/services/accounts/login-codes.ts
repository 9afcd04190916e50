import { eq } from "drizzle-orm";
import { users } from "../../../db/schema.ts";
import { randomToken, sha256 } from "../../secrets.ts";
import type { Runtime } from "../runtime.ts";
import { type Account, accountOf } from "./accounts.ts";
import type { OneTimeSecrets } from "./one-time-secrets.ts";

export type LoginCodes = ReturnType<typeof createLoginCodes>;

/**
 * Transfers a finished login to the next page by a code in the address: single use, 60 s, bound to a cookie of this
 * browser, so that a leaked link is useless.
 */
export function createLoginCodes({ db }: Runtime, secrets: OneTimeSecrets) {
	async function give(account: Account): Promise<{ code: string; browserSecret: string }> {
		const browserSecret = randomToken();
		const detail = sha256(browserSecret).toString("base64");
		const code = await db.write((tx) => secrets.issue(tx, "hand-over", { userId: account.id, detail }));
		return { code, browserSecret };
	}

	/** @returns undefined for a code that is wrong, used, too old or another browser's; it is used up either way */
	async function take(code: string, browserSecret: string): Promise<Account | undefined> {
		const row = await db.write((tx) => secrets.consume(tx, "hand-over", code));
		if (!row?.userId || row.detail !== sha256(browserSecret).toString("base64")) return;
		const user = db.orm.select().from(users).where(eq(users.id, row.userId)).get();
		return user && user.disabledAt === null ? accountOf(db.orm, user) : undefined;
	}

	return { give, take };
}
