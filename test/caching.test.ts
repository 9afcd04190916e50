import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccessRow } from "../server/access.ts";
import { linkIn, PASSWORD, register, signIn } from "./support/accounts.ts";
import { access } from "./support/addresses.ts";
import { sendTalk } from "./support/entries.ts";
import { submitForm } from "./support/form.ts";
import { openPortal, type TestPortal } from "./support/portal.ts";
import { publishTalks } from "./support/released-schedule.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Callers: logged-in people, and a guest with a private link. */
async function everybody(portal: TestPortal): Promise<Record<string, { agent: () => Agent; key?: string }>> {
	await register(portal, "han@example.org");
	const talk = await sendTalk(portal, { title: "Of a guest" });
	const key = new URLSearchParams(linkIn(portal, "receipt").split("?")[1]).get("key") ?? "";
	const link = { agent: portal.agent, key: `spot=talk-${talk}&key=${key}` };
	const [user, admin] = [await signIn(portal, "han@example.org"), await portal.admin()];
	// A new guest each time, because visitors with drafts bypass the cache.
	return { guest: { agent: portal.agent }, link, user: { agent: () => user }, admin: { agent: () => admin } };
}

/** Some address of a row that is there, where there is one. */
const addressOf = ({ path }: AccessRow, spot: string) =>
	path
		.replace(/^\/schedule\/:id/, "/schedule/1")
		.replace(":spot", spot)
		.replace(":spotId", spot)
		.replace(":kind", "talk")
		.replace(/:\w+/, "1")
		.replace(/\/?\*/, "/nowhere");

/** Expected caching by caller and address, stated independently. */
function mayBeKept(row: AccessRow, who: string, way: string, status: number): RegExp | undefined {
	if (status !== 200 && status !== 304) return;
	if (row.kind === "file") return /^public, max-age=\d+/;
	if (!row.shared) return;
	if (row.kind === "rest")
		return who === "guest" || who === "link" || row.path !== "/api/schedules" ? /^public, max-age=60$/ : undefined;
	return way === "page" && who === "guest" ? /^private, no-cache$/ : undefined;
}

describe("only answers that the access table calls shared, and files, may be cached", () => {
	it("for every address, method, visitor and answer", async () => {
		const portal = await openPortal();
		await publishTalks(portal, { count: 1, tracks: ["ai-next"], days: ["day1"] });
		const people = await everybody(portal);
		const spot = "talk-2";
		const wrong: unknown[] = [];
		let kept = 0;
		const look = (
			row: AccessRow,
			who: string,
			way: string,
			answer: { status: number; headers: Record<string, string> },
		) => {
			const said = answer.headers["cache-control"] ?? "(nothing)";
			const rule = mayBeKept(row, who, way, answer.status);
			const holds =
				rule && way !== "head" ? rule.test(said) : rule?.test(said) || said === "private, no-store, no-cache";
			if (rule) kept += 1;
			if (!holds) wrong.push([row.method, row.path, who, way, answer.status, said]);
		};
		for (const row of access.filter(({ path }) => !/logout|^\/session|\/account$|^\/api\/me$/.test(path))) {
			const path = addressOf(row, spot);
			for (const [who, { agent, key }] of Object.entries(people)) {
				const at = key ? `${path}?${key}` : path;
				const ways: [string, () => ReturnType<Agent["get"]>][] =
					row.method === "GET"
						? [
								["page", () => agent().get(at)],
								["head", () => agent().head(at)],
								...(row.kind === "page"
									? [
											["data", () => agent().get(at.replace(path, `${path === "/" ? "/_root" : path}.data`))] as [
												string,
												() => ReturnType<Agent["get"]>,
											],
										]
									: []),
							]
						: [
								[
									"post",
									() => agent()[row.method.toLowerCase() as "post"](at).set("Sec-Fetch-Site", "same-origin").send({}),
								],
							];
				for (const [way, ask] of ways) look(row, who, way, (await ask().ok(() => true)) as never);
			}
		}
		expect(wrong).toEqual([]);
		expect(kept).toBeGreaterThan(20);
	});

	it("forms that come back, entries behind private links, refusals before and after the table, and the way to a session", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou").expect(200)).text;
		const { link } = await everybody(portal);
		const spot = `/entry/${new URLSearchParams(link?.key).get("spot")}?${link?.key}`;
		const answers = [
			await submitForm(agent, page, { title: "Half" }).expect(422),
			// Drafts on the server belong to one browser.
			await agent.get("/hangzhou").expect(200),
			await portal.agent().get(spot).expect(200),
			await portal.agent().get(`/hangzhou?${link?.key}`).expect(200),
			await agent.get("/proposals?q=someone").expect(200),
			await agent.get("/uploads/none.jpg").expect(404),
			await agent.get("/assets/none.js").expect(404),
			await agent.get("/%").ok(() => true),
			await agent.put("/hangzhou").ok(() => true),
			await agent.post("/login").set("Origin", "https://other.example").expect(403),
			await agent.post("/login").type("form").send({ email: "han@example.org", password: PASSWORD }).expect(303),
			await agent.get("/?lang=zh").expect(303),
		];
		expect(answers.map(({ headers }) => headers["cache-control"])).toEqual(
			answers.map(() => "private, no-store, no-cache"),
		);
	});

	it("a shared page is rendered once for simultaneous requests, and again after a change", async () => {
		// A page is rendered again once a second: here no second passes.
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const portal = await openPortal({ METRICS: "1" });
		const rendered = async () =>
			Number(/^rostrum_shared_pages_rendered_total (\d+)$/m.exec((await portal.agent().get("/metrics")).text)?.[1]);
		const visitors = () => Promise.all(Array.from({ length: 300 }, () => portal.agent().get("/hangzhou").expect(200)));
		const [first] = await visitors();
		expect(await rendered()).toBe(1);
		for (const { text } of await visitors()) expect(text).toBe(first?.text);
		await portal.db.write(() => void portal.sqlite.exec("update tracks set label = 'Renamed' where id = 'ai-next'"));
		for (const { text } of await visitors()) expect(text).toContain("Renamed");
		expect(await rendered()).toBe(2);
	});

	it("addresses that somebody makes up displace no page that is read", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const portal = await openPortal({ METRICS: "1" });
		const rendered = async () =>
			Number(/^rostrum_shared_pages_rendered_total (\d+)$/m.exec((await portal.agent().get("/metrics")).text)?.[1]);
		for (let n = 0; n < 300; n += 1) {
			await portal.agent().get(`/schedule?day=${n}`);
			if (n % 50 === 0) await portal.agent().get("/hangzhou").expect(200);
		}
		expect(await rendered()).toBe(301);
	});

	it("a visitor who leaves before their page is rendered keeps it from nobody", async () => {
		const portal = await openPortal();
		const { hostname, port } = new URL(portal.origin);
		for (let round = 0; round < 5; round += 1) {
			const socket = connect(Number(port), hostname);
			await once(socket, "connect");
			const paths = [...Array.from({ length: 12 }, (_, n) => `/hangzhou?from=${n}`), "/proposals"];
			socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`).join(""));
			await new Promise((done) => setTimeout(done, 10 * round));
			socket.destroy();
			await portal.db.write(
				() => void portal.sqlite.exec("update tracks set position = position where id = 'ai-next'"),
			);
			await portal.agent().get("/proposals").expect(200);
		}
	});

	it("visitors never see a stale page after a change", async () => {
		const portal = await openPortal();
		for (let turn = 1; turn <= 10; turn += 1) {
			const early = Array.from({ length: 10 }, () => portal.agent().get("/hangzhou").expect(200));
			await Promise.race(early);
			const label = `Renamed ${turn}`;
			await portal.db.write(
				() => void portal.sqlite.prepare("update tracks set label = ? where id = 'ai-next'").run(label),
			);
			const late = await Promise.all(Array.from({ length: 10 }, () => portal.agent().get("/hangzhou").expect(200)));
			for (const { text } of late) expect(text).toContain(label);
			await Promise.all(early);
		}
	});

	it("a shared page is revalidated with a 304 while unchanged", async () => {
		const portal = await openPortal();
		const first = await portal.agent().get("/hangzhou").expect(200);
		expect(first.headers).toMatchObject({ "cache-control": "private, no-cache", etag: expect.any(String) });
		const again = await portal
			.agent()
			.get("/hangzhou")
			.set("If-None-Match", first.headers.etag ?? "")
			.expect(304);
		expect(again.headers["cache-control"]).toBe("private, no-cache");
	});

	it("a public page is as small with a parameter that nothing reads", async () => {
		const portal = await openPortal();
		/** Bytes of the compressed body, which clients of a higher level would unpack. */
		const sizeOf = (path: string) =>
			new Promise<number>((done, failed) => {
				const request = get(`${portal.origin}${path}`, { headers: { "Accept-Encoding": "br" } }, async (answer) => {
					expect(answer.headers["content-encoding"]).toBe("br");
					done(Buffer.concat(await answer.toArray()).length);
				});
				request.on("error", failed);
			});
		for (const path of ["/", "/hangzhou", "/proposals"])
			expect(await sizeOf(`${path}?utm_source=mail`)).toBeLessThan(1.02 * (await sizeOf(path)));
	});
});
