import type { PrivateLinks } from "../entries/private-links.ts";
import type { Mailing } from "../mails/mailing.ts";
import type { Runtime } from "../runtime.ts";
import { createAccounts } from "./accounts.ts";
import { createAdministrators } from "./administrators.ts";
import { createDevices } from "./devices.ts";
import { createGithubLogin } from "./github-login.ts";
import { createLoginCodes } from "./login-codes.ts";
import { createOneTimeSecrets } from "./one-time-secrets.ts";
import { createPasswordAttempts } from "./password-attempts.ts";
import { createPasswords, type HashingCost } from "./password-hashing.ts";
import { createPasswordReset } from "./password-reset.ts";
import { createReauthentication } from "./reauthentication.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";

/** Accounts, how people sign in to them, and their sessions. @param given.hashing what a password costs, if not the usual */
export function createAccountServices(
	runtime: Runtime,
	{ links, mailing, hashing }: { links: PrivateLinks; mailing: Mailing; hashing: HashingCost | undefined },
) {
	const passwords = createPasswords(runtime.config.rateLimitScale, hashing);
	const secrets = createOneTimeSecrets(runtime);
	const sessions = createSessions(runtime);
	const devices = createDevices(runtime);
	const tries = createPasswordAttempts(runtime, { devices });
	const accounts = createAccounts(runtime, { links, mailing, passwords, secrets, tries });
	const administrators = createAdministrators(runtime, { accounts, devices, passwords, secrets, sessions });
	const signIn = createSignIn(runtime, { accounts, devices, mailing, sessions, tries });
	const logins = { accounts, devices, links, mailing, passwords, secrets, sessions, tries };
	const passwordReset = createPasswordReset(runtime, logins);
	const reauthentication = createReauthentication(runtime, { accounts, mailing, secrets, sessions, tries });
	const github = createGithubLogin(runtime, { accounts, links, mailing, secrets, sessions });
	const loginCodes = createLoginCodes(runtime, secrets);

	return {
		/** For pages and calls. */
		services: { accounts, administrators, github, loginCodes, passwordReset, reauthentication, sessions, signIn },
		/** For other services. */
		parts: { devices, passwords, secrets, tries },
	};
}
