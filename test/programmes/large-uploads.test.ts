import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kept, open } from "../support/drafts.ts";
import { errorsOf, shownValue, submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { talk } from "../support/talks.ts";

const MIB = 1024 * 1024;
const { tracks: _, ...typed } = talk({ title: "With a large photo" });
const FORM = typed as Record<string, string>;

describe("a photo over the limit", () => {
	it.each([11, 40])("of %d MiB is refused, keeps every answer, and leaves nothing on the disk", async (size) => {
		const portal = await openPortal();
		const agent = portal.agent();
		const page = await open(agent, "/hangzhou");
		const file = { name: "large.jpg", bytes: Buffer.alloc(size * MIB, 1) };
		const answer = await submitForm(agent, page, { ...FORM, file }).expect(422);
		for (const [name, value] of Object.entries(FORM))
			if (name !== "consent") expect(shownValue(answer.text, name)).toBe(value);
		expect(errorsOf(answer.text).list.join(" ")).toMatch(/Profile Photo|photo/i);
		expect(kept(portal)).toBe(1);
		const files = readdirSync(portal.config.dataDir, { recursive: true, withFileTypes: true }).filter((one) =>
			one.isFile(),
		);
		const large = files.filter((one) => statSync(join(one.parentPath, one.name)).size >= 10 * MIB);
		expect(large.map(({ name }) => name)).toEqual([]);
	});

	it("of more than 64 MiB is refused by its length, before any of it is read", async () => {
		const portal = await openPortal();
		const sent = request(`${portal.origin}/hangzhou`, {
			method: "POST",
			headers: {
				"Content-Type": "multipart/form-data; boundary=x",
				"Content-Length": String(65 * MIB),
				Origin: portal.origin,
			},
		});
		sent.on("error", () => undefined);
		sent.flushHeaders();
		const [answer] = await once(sent, "response");
		expect(answer.statusCode).toBe(413);
		sent.destroy();
	});
});
