import { describe, expect, it } from "vitest";
import { access } from "../support/addresses.ts";
import { sendTalk } from "../support/entries.ts";
import { submitForm } from "../support/form.ts";
import { ADMIN, openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";
import { adminBearer } from "../support/talks-sent.ts";

const PUBLIC_KEYS = [
	"abstract",
	"bio",
	"category",
	"creation",
	"emailSent",
	"filename",
	"id",
	"language",
	"name",
	"org",
	"role",
	"scheduled",
	"status",
	"title",
	"tracks",
	"updated",
];

describe("GET /api/entries", () => {
	it("shows a visitor exactly the public fields and nothing private anywhere", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = (await agent.get("/hangzhou")).text;
		const canaries = {
			email: "canary1@example.org",
			details: "canary2",
			github: "https://canary3.example",
			twitter: "canary4",
		};
		await submitForm(agent, page, talk({ ...canaries, file: await portrait() })).expect(303);
		const { body, text } = await portal.agent().get("/api/entries").expect(200);
		expect(Object.keys(body[0]).sort()).toEqual(PUBLIC_KEYS);
		expect(text).not.toContain("canary");
		expect(body[0].creation).toBe("2025-07-01T02:00:00.000Z");
	});

	it("shows an administrator everything", async () => {
		const portal = await openPortal();
		const agent = portal.agent();
		await submitForm(
			agent,
			(await agent.get("/hangzhou")).text,
			talk({ details: "internal", file: await portrait() }),
		).expect(303);
		const admin = await portal.admin();
		const { body } = await admin.get("/api/entries").expect(200);
		expect(body[0]).toMatchObject({ details: "internal", userId: null, incomplete: [], consent: true });
	});
});

describe("GET /api/tracks", () => {
	it("lists the specification's tracks in order, with Chinese names", async () => {
		const portal = await openPortal();
		const { body } = await portal.agent().get("/api/tracks").expect(200);
		expect(body.map((track: { id: string; label: string }) => [track.id, track.label])).toEqual([
			["assign-me", "Select a Track (or Be Assigned)"],
			["ai-models-infra", "AI Models & Infra"],
			["embodied-ai", "Embodied AI"],
			["agentic-web", "Agentic Web"],
			["apps-agents", "Apps & Agents"],
			["ai-next", "AI Next"],
			["forum-aivision", "AI Vision Forum"],
			["ws-cangjie", "Cangjie Workshop"],
			["ws-dora", "Dora Workshop"],
			["ws-openwallet", "GDC / OpenWallet Workshop"],
			["ws-sglang", "SGLang Workshop"],
		]);
		expect(body[1].labelZh).toBe("AI模型与基础设施");
	});
});

describe("GET /api/openapi.json", () => {
	it("describes every call of the access table, and the talk's fields", async () => {
		const portal = await openPortal();
		const { body } = await portal.agent().get("/api/openapi.json").expect(200);
		const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
		);
		const rows = access
			.filter((row) => row.kind === "rest")
			.map((row) => `${row.method} ${row.path.replace(/:(\w+)/g, "{$1}")}`);
		expect(described.sort()).toEqual(rows.sort());
		const { content } = body.paths["/api/submit"].post.requestBody;
		const { schemas } = body.components;
		for (const [type, photo] of Object.entries({ "multipart/form-data": "multipart", "application/json": "json" })) {
			// A new talk or a change.
			expect([type, content[type].schema.anyOf.length]).toEqual([type, 2]);
			expect(schemas[`NewEntry-hangzhou-${photo}`].allOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual([
				"#/components/schemas/NewEntry-hangzhou",
				`#/components/schemas/Photo-${photo}`,
			]);
		}
		expect(JSON.stringify(content["application/x-www-form-urlencoded"])).not.toContain("Photo");
		expect(schemas["Photo-multipart"].properties.file).toMatchObject({ format: "binary", maxLength: 10 * 1024 * 1024 });
		const form = schemas["NewEntry-hangzhou"].properties;
		expect(Object.keys(form)).toEqual(expect.arrayContaining(["name", "email", "abstract", "tracks", "consent"]));
		expect(form.language.enum).toEqual(["English", "Chinese"]);
	});

	it("is shown to people at /api/docs", async () => {
		const portal = await openPortal();
		const { text } = await portal.agent().get("/api/docs").expect(200);
		for (const path of ["/api/submit", "/api/entries", "/api/tracks"]) expect(text).toContain(path);
	});
});

describe("POST /api/auth/login", () => {
	it("gives a token that works until it is logged out", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const { body } = await portal
			.agent()
			.post("/api/auth/login")
			.send({ username: ADMIN.email, password: ADMIN.password });
		expect(body).toEqual({
			token: expect.any(String),
			exp: portal.clock.now / 1000 + 12 * 3600,
			expiresAt: new Date(portal.clock.now + 12 * 3600 * 1000).toISOString(),
			email: ADMIN.email,
			permission: "admin",
			isNewUser: true,
		});
		const bearer = { Authorization: `Bearer ${body.token}` };
		const first = await portal.agent().post("/api/auth/logout").set(bearer);
		const again = await portal.agent().post("/api/auth/logout").set(bearer);
		expect([first.status, again.status]).toEqual([204, 204]);
		await portal.agent().get("/api/entries").set(bearer).expect(401);
	});

	it("says the same for a wrong password and an unknown address", async () => {
		const portal = await openPortal();
		await portal.services.administrators.create(ADMIN.email, ADMIN.password);
		const wrong = await portal.agent().post("/api/auth/login").send({ username: ADMIN.email, password: "x" });
		const unknown = await portal
			.agent()
			.post("/api/auth/login")
			.send({ username: "nobody@example.org", password: "x" });
		expect([wrong.status, wrong.body]).toEqual([
			401,
			{ message: "Invalid email or password", error: "SIGN_IN_FAILED" },
		]);
		expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
	});
});

it("administrators get each talk's log and whether its acceptance was sent; others get no log", async () => {
	const portal = await openPortal();
	for (const title of ["A", "B"]) await sendTalk(portal, { title });
	const bearer = await adminBearer(portal);
	portal.sqlite.exec(
		"insert into entry_log (entry_id, at, type, state) values (2, 1, 'Status', 'Accept'), (2, 2, 'Email', 'Accept')",
	);
	const { body } = await portal.agent().get("/api/entries").set("Authorization", bearer).expect(200);
	expect(body.map(({ logs, emailSent }: { logs: object[]; emailSent: boolean }) => [logs, emailSent])).toEqual([
		[[{ type: "Created", state: "New" }], false],
		[
			[
				{ type: "Created", state: "New" },
				{ type: "Status", state: "Accept" },
				{ type: "Email", state: "Accept" },
			],
			true,
		],
	]);
	const shown = await portal.agent().get("/api/entries").expect(200);
	expect(JSON.stringify(shown.body)).not.toContain('"logs"');
});
