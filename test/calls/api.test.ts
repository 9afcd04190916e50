import { expect, it } from "vitest";
import { CALLS, press, publish, questionOf } from "../support/calls.ts";
import { openPortal } from "../support/portal.ts";

/** The parts of an answer that these tests read. */
interface Told {
	category: string;
	paths: string[];
	state: string;
	closesAt: string | null;
	sections: { fields: { name: string; column?: string; options?: { value: string }[] }[] }[];
}

const namesIn = ({ sections }: Told) => sections.flatMap(({ fields }) => fields.map(({ name }) => name));

it("programs read the calls and what their forms ask, as they are now, and nothing that organisers alone see", async () => {
	const portal = await openPortal();
	const read = async () => (await portal.agent().get("/api/programmes").expect(200)).body as Told[];
	const before = await read();
	expect(before.map(({ category }) => category)).toEqual([
		...["hangzhou", "sl-hz", "sl-aigc", "forum", "rust", "ai", "aiparis"],
	]);
	const [talks, , works, forum] = before as [Told, Told, Told, Told];
	expect([talks.state, talks.closesAt, works.paths]).toEqual([
		"open",
		"2025-08-18T15:59:59.000Z",
		["/spotlight-aigc", "/spotlight-aigc-applied", "/spotlight-aigc-artistic"],
	]);
	expect(namesIn(talks)).toContain("abstract");
	for (const [call, hidden] of [
		[talks, "phone"],
		[forum, "currentProgress"],
	] as const)
		expect([hidden, namesIn(call).includes(hidden)]).toEqual([hidden, false]);
	expect(JSON.stringify(before)).not.toContain('"column"');
	const admin = await portal.admin();
	await press(admin, questionOf("hangzhou", "details"), "do.retire");
	await press(admin, questionOf("hangzhou", "language"), "do.save", { "option-1-offered": "no" });
	expect(await read()).toEqual(before);
	await publish(admin, "hangzhou");
	const [now] = (await read()) as [Told];
	expect(namesIn(now)).not.toContain("details");
	const language = now.sections.flatMap(({ fields }) => fields).find(({ name }) => name === "language");
	expect(language?.options?.map(({ value }) => value)).toEqual(["English"]);
	await press(admin, `${CALLS}/hangzhou`, "do.archive");
	expect((await read()).map(({ category }) => category)).not.toContain("hangzhou");
	const document = (await portal.agent().get("/api/openapi.json").expect(200)).body;
	const { schema } = document.paths["/api/programmes"].get.responses["200"].content["application/json"];
	expect(schema.items).toEqual({ $ref: "#/components/schemas/Call" });
	expect(Object.keys(document.components.schemas.Call.properties)).toEqual(
		expect.arrayContaining(["category", "paths", "sections"]),
	);
});
