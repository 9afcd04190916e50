import { expect, it } from "vitest";
import { milliseconds, percentile } from "../../bench/report.ts";
import { register, signIn } from "../support/accounts.ts";
import { tell } from "../support/figures.ts";
import { fuzz } from "../support/fuzzing.ts";
import { ADMIN, openPortal, type TestPortal } from "../support/portal.ts";

const REQUESTS = 46_000;
/** Some requests end the session; how often to log in again. */
const AS_ONE = 250;

const SPEAKER = "li@example.org";
const CALLERS: Record<string, (portal: TestPortal) => Promise<ReturnType<TestPortal["agent"]>>> = {
	visitor: async (portal) => portal.agent(),
	speaker: (portal) => signIn(portal, SPEAKER),
	administrator: (portal) => signIn(portal, ADMIN.email, ADMIN.password),
	"caller with broken credentials": async (portal) =>
		portal
			.agent()
			.set("Authorization", "Bearer e30.e30.x")
			.set("Cookie", `cfp_sid=${"A".repeat(43)}`),
};

it(`${REQUESTS.toLocaleString("en-US")} requests of any kind are answered below 500`, async (context) => {
	const portal = await openPortal();
	await portal.services.administrators.create(ADMIN.email, ADMIN.password);
	await register(portal, SPEAKER);
	const times: number[] = [];
	const callers = Object.values(CALLERS);
	for (let turn = 0; times.length < REQUESTS; turn += 1) {
		const agent = await callers[turn % callers.length]?.(portal);
		if (agent) times.push(...(await fuzz(agent, AS_ONE)));
	}
	expect(times).toHaveLength(REQUESTS);
	expect(portal.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
	expect(portal.sqlite.pragma("foreign_key_check")).toEqual([]);
	const p99 = milliseconds(percentile(times, 0.99));
	tell(context, `${REQUESTS.toLocaleString("en-US")} requests by ${callers.length} kinds of callers`);
	tell(context, `0 answers of 500 and above, p99 ${p99}`);
});
