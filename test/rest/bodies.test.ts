import { describe, expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { adminBearer } from "../support/talks-sent.ts";

interface Shape {
	properties?: Record<string, Shape>;
	anyOf?: Shape[];
	required?: string[];
}

const WRONG: Record<string, unknown> = {
	number: 5,
	fraction: 0.5,
	text: "?!",
	list: [],
	"list of numbers": [5],
	object: { a: 1 },
	nothing: null,
	truth: true,
	"long text": "x".repeat(3_000),
	"long list": Array.from({ length: 60 }, () => "x"),
};

const shapesOf = (schema: Shape): Shape[] => schema.anyOf?.flatMap(shapesOf) ?? [schema];

describe("a value of the wrong type in a JSON body", () => {
	it.each(["en", "zh"])("is refused in words about its own field, in %s", async (language) => {
		const portal = await openPortal();
		const bearer = await adminBearer(portal);
		const id = await sendTalk(portal);
		const { body: document } = await portal.agent().get("/api/openapi.json").expect(200);
		const seen = new Set<string>();
		for (const [path, calls] of Object.entries<Record<string, unknown>>(document.paths)) {
			for (const [method, call] of Object.entries(calls)) {
				const content = (call as { requestBody?: { content: Record<string, { schema: Shape }> } }).requestBody?.content;
				const schema = content?.["application/json"]?.schema;
				for (const shape of schema ? shapesOf(schema) : []) {
					const known = Object.keys(shape.properties ?? {});
					for (const field of known) {
						for (const [kind, value] of Object.entries(WRONG)) {
							const address = path.replace("{id}", path.includes("tracks") ? "ai-next" : String(id));
							const asked = portal.agent()[method as "post" | "patch"](address);
							const answer = await asked
								.set({ Authorization: bearer, "Accept-Language": language })
								.send({ [field]: value });
							const { problems = [] } = answer.body;
							// What has the right shape is judged by its service.
							if (answer.status !== 400) continue;
							const about = `${method} ${path}, ${field} is a ${kind}: ${JSON.stringify(problems)}`;
							for (const one of problems) expect(known, about).toContain(one.field.split(".")[0]);
							const own = problems.filter((one: { field: string }) => one.field.split(".")[0] === field);
							for (const { message } of own) {
								expect(message, about).toMatch(new RegExp(language === "en" ? `^${field}` : `${field}`));
								expect(message, about).not.toMatch(/is missing$|^缺少/);
							}
							if (own.length > 0) seen.add(`${method} ${path} ${field}`);
						}
					}
				}
			}
		}
		expect([...seen].filter((one) => one.startsWith("patch")).sort()).toEqual([
			...["keywords", "panelist", "status", "tracks"].map((field) => `patch /api/entries/{id} ${field}`),
			...["seen", "texts"].map((field) => `patch /api/programmes/{call}/redactions/{spot} ${field}`),
			...["blind", "closes", "criteria", "hidden", "opens", "results", "revision", "wanted"].map(
				(field) => `patch /api/programmes/{call}/review-rules ${field}`,
			),
			"patch /api/reviews/{spot}/discussion isClosed",
			...["active", "description", "descriptionZh", "displayIndex", "id", "label", "labelZh"].map(
				(field) => `patch /api/tracks/{id} ${field}`,
			),
		]);
	});

	it("says what to send instead", async () => {
		const portal = await openPortal();
		const bearer = await adminBearer(portal);
		const id = await sendTalk(portal);
		const told = async (path: string, body: object) => {
			const { body: answer } = await portal.agent().patch(path).set("Authorization", bearer).send(body).expect(400);
			return answer.problems.map(({ message }: { message: string }) => message);
		};
		const entry = `/api/entries/${id}`;
		expect(await told(entry, { panelist: "ai-next" })).toEqual(["panelist must be a list", "keywords is missing"]);
		expect(await told(entry, { panelist: [], keywords: [5] })).toEqual(["keywords.0 must be text"]);
		expect(await told(entry, { status: 5 })).toEqual(["status: use one of New, Hold, Accept, Reject"]);
		expect(await told("/api/tracks/ai-next", { active: "yes", displayIndex: 0.5, label: 5 })).toEqual([
			"label must be text",
			"active must be true or false",
			"displayIndex must be a whole number",
		]);
		expect(await told("/api/tracks/ai-next", { displayIndex: 0 })).toEqual(["displayIndex must be at least 1"]);
	});
});
