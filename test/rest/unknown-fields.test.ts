import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";
import { adminBearer } from "../support/talks-sent.ts";

/** The calls with JSON in section 7 of the specification, which ignore what they do not know. */
const SPECIFIED = [
	"post /api/auth/login",
	"post /api/auth/register",
	"post /api/auth/forgot-password",
	"post /api/auth/reset-password",
	"post /api/tracks",
	"patch /api/tracks/{id}",
	"post /api/schedule",
	"post /api/mailer/status",
	"post /api/mailer/forum",
	"post /api/submit",
	"post /api/spotlight",
];
/** One of them has always been strict: a body must be exactly one change. */
const STRICT = "patch /api/entries/{id}";

it("a field that a call does not know is refused and named, but for the calls of the specification", async () => {
	const portal = await openPortal();
	const bearer = { Authorization: await adminBearer(portal) };
	const { body: document } = await portal.agent().get("/api/openapi.json").expect(200);
	const asked: string[] = [];
	for (const [path, calls] of Object.entries<Record<string, { requestBody?: { content: object }; responses: object }>>(
		document.paths,
	))
		for (const [method, { requestBody }] of Object.entries(calls)) {
			const name = `${method} ${path}`;
			// A body where none is asked for has no field that is known.
			if (method === "get" || (requestBody && !("application/json" in requestBody.content))) continue;
			asked.push(name);
			const call = portal.agent()[method as "post"](path.replace(/\{[a-z]+\}/gi, "talk-1"));
			// Logging out would end the session that the next calls need.
			if (!path.endsWith("/logout")) call.set(bearer);
			const { status, body } = await call.send({ noSuchField: 1 });
			const names = body.problems?.some(({ field }: { field: string }) => field === "noSuchField") === true;
			if (status === 422)
				expect([name, Object.keys(calls[method]?.responses ?? {})]).toEqual([name, expect.arrayContaining(["422"])]);
			// A form with missing answers gives 422 as well, so only the names tell.
			const isForm = requestBody !== undefined && "multipart/form-data" in requestBody.content;
			if (isForm && SPECIFIED.includes(name)) {
				expect([name, names]).toEqual([name, false]);
				continue;
			}
			const expected = SPECIFIED.includes(name) ? [false, false] : [name !== STRICT, true];
			expect([name, status === 422, names]).toEqual([name, ...expected]);
			if (name === STRICT) expect(status).toBe(400);
		}
	expect(asked).toEqual(expect.arrayContaining([...SPECIFIED, STRICT]));
	expect(asked.length).toBeGreaterThan(SPECIFIED.length + 10);
});

it("a call of the specification is carried out although it does not know a field", async () => {
	const portal = await openPortal();
	const bearer = { Authorization: await adminBearer(portal) };
	const track = { label: "Late additions", noSuchField: 1 };
	const { status, body } = await portal.agent().post("/api/tracks").set(bearer).send(track);
	expect([status, body.label, "noSuchField" in body]).toEqual([201, "Late additions", false]);
});
