import jwt from "jsonwebtoken";
import { z } from "zod";
import { permissionOf } from "../../../app/roles.ts";
import type { Runtime } from "../runtime.ts";
import type { Account } from "./accounts.ts";

const ISSUER = "rostrum";
const AUDIENCE = "cfp-api";
const claims = z.object({ sid: z.string() });

/** The token REST clients hold. It only carries the id of a session; the session's row decides what it is worth. */
export function createBearer({ secrets, now }: Pick<Runtime, "secrets" | "now">) {
	function sign(sid: string, account: Account, expiresAt: number): string {
		const permission = permissionOf(account.role);
		const issuedAt = Math.floor(now() / 1000);
		const payload = { sid, permission, iat: issuedAt, nbf: issuedAt, exp: Math.floor(expiresAt / 1000) };
		const [newest] = secrets.bearerKeys();
		return jwt.sign(payload, newest.key, {
			algorithm: "HS256",
			keyid: newest.kid,
			issuer: ISSUER,
			audience: AUDIENCE,
			subject: String(account.id),
		});
	}

	/** The session id in a token that is ours and not too old, else undefined. */
	function read(token: string): string | undefined {
		for (const { key } of secrets.bearerKeys()) {
			try {
				const payload = jwt.verify(token, key, {
					algorithms: ["HS256"],
					issuer: ISSUER,
					audience: AUDIENCE,
					clockTolerance: 30,
					clockTimestamp: Math.floor(now() / 1000),
				});
				return claims.safeParse(payload).data?.sid;
			} catch {
				// Another key may have signed it.
			}
		}
	}

	return { sign, read };
}
