import type { Promised } from "./promises.ts";

export const access: readonly Promised[] = [
	{
		id: "A1",
		words: "Every address answers every caller as the access table says, with any credentials",
		tests: [["test/accounts/matrix.test.ts"], ["test/access.test.ts", "the access table"]],
	},
	{
		id: "A2",
		words: "No address and no log line gives away private data",
		tests: [["test/canary.test.ts"], ["test/log.test.ts"], ["test/accounts/secrets.test.ts"]],
	},
	{
		id: "A3",
		words: "Each call shows each kind of caller exactly the fields they may see",
		tests: [
			["test/rest/lists.test.ts", "GET /api/entries"],
			["test/programmes/rest.test.ts", "GET /api/"],
		],
	},
	{
		id: "A4",
		words: "A post from another site changes nothing",
		tests: [["test/access.test.ts", "a post from another site"]],
	},
	{
		id: "A5",
		words: "Nobody learns which addresses have accounts, from words or from time",
		tests: [["test/accounts/quiet.test.ts"], ["test/long/quiet.test.ts", "nobody learns"]],
	},
	{
		id: "A6",
		words: "A password reset link works once, for an hour, and ends all sessions",
		tests: [["test/accounts/password.test.ts", "a forgotten password"], ["test/accounts/meanwhile.test.ts"]],
	},
	{
		id: "A7",
		words: "A GitHub account is linked only to an account whose email address is confirmed",
		tests: [["test/accounts/github.test.ts", "signing in with GitHub"]],
	},
	{
		id: "A8",
		words: "Every answer has its security headers, and only answers that may be cached are cached",
		tests: [
			["test/guard.test.ts", "headers"],
			["test/caching.test.ts", "only answers that the access table calls shared"],
		],
	},
	{
		id: "A9",
		words: "After an erasure no file contains the person's data",
		tests: [["test/accounts/erasing.test.ts"]],
	},
];
