import { execFile } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import openapiTypes, { astToString } from "openapi-typescript";
import { describe, expect, it } from "vitest";
import { examplesOf, expectDescribed, readApiDocument } from "../support/api-document.ts";
import { CALLS, press, publish, questionOf } from "../support/calls.ts";
import { ADMIN, openPortal, root, type TestPortal, temporaryDirectory } from "../support/portal.ts";
import { appoint, bearerOf } from "../support/sessions.ts";

/** Starting a login at GitHub leads away, and has no other answer. */
const LEADS_AWAY = "#/paths/~1api~1auth~1github/get/responses";

async function faultsOf(document: Record<string, unknown>): Promise<unknown[]> {
	const { valid, errors } = await new Validator().validate(document);
	const config = await createConfig({ extends: ["recommended-strict"] });
	const problems = await lintFromString({ source: JSON.stringify(document), config });
	return [
		...(valid ? [] : [errors]),
		...problems
			.map(({ ruleId, message, location: [at] }) => ({ ruleId, message, at: at?.pointer }))
			.filter(({ ruleId, at }) => !(ruleId === "operation-2xx-response" && at === LEADS_AWAY)),
	];
}

/** A portal whose calls are not those of the specification any more. */
async function changed(): Promise<TestPortal> {
	const portal = await openPortal();
	const admin = await portal.admin();
	await press(admin, questionOf("hangzhou", "details"), "do.retire");
	await press(admin, questionOf("hangzhou", "language"), "do.save", { "option-1-offered": "no" });
	await publish(admin, "hangzhou");
	await press(admin, `${CALLS}/sl-hz`, "do.archive");
	return portal;
}

/** A portal with no call for talks. */
async function withoutTalks(): Promise<TestPortal> {
	const portal = await openPortal();
	const admin = await portal.admin();
	for (const call of ["hangzhou", "rust", "ai", "aiparis"]) await press(admin, `${CALLS}/${call}`, "do.archive");
	const { body } = await portal.agent().get("/api/programmes").expect(200);
	expect(body.filter(({ kind }: { kind: string }) => kind === "talk")).toEqual([]);
	return portal;
}

describe("the API document", () => {
	it.each([
		["the event of the specification", openPortal],
		["changed calls", changed],
		["an event without a call for talks", withoutTalks],
	])("of %s is valid OpenAPI 3.1, and a linter finds nothing", async (_, open) => {
		const portal = await open();
		const { document } = await readApiDocument(portal);
		expect(document.openapi).toMatch(/^3\.1\./);
		expect(await faultsOf(document)).toEqual([]);
		expect(await faultsOf({ ...document, info: {} })).not.toEqual([]);
	});

	it("says of every call who may call it, what stands in its address, and how it is refused", async () => {
		const { operations } = await readApiDocument(await openPortal());
		for (const operation of operations) {
			const { operationId, path, parameters = [], responses } = operation;
			const named = parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`);
			expect([operationId, named]).toEqual([operationId, path.match(/\{\w+\}/g) ?? []]);
			const always = [400, 429, 503, ...(operation["x-access"] === "everyone" ? [] : [401])];
			const withBody = operation.requestBody ? [403, 408, 413, 415, 507] : [];
			const multipart = operation.requestBody && "multipart/form-data" in operation.requestBody.content ? [411] : [];
			for (const status of [...always, ...withBody, ...multipart])
				expect([operationId, Object.keys(responses)]).toEqual([operationId, expect.arrayContaining([String(status)])]);
		}
		expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
	});

	it("says which calls a token changes nothing of, which values are needed, and how long a text may be", async () => {
		const { document, operations } = await readApiDocument(await openPortal());
		const named = (name: string) => operations.find(({ operationId }) => operationId === name);
		const security = (name: string) => named(name)?.security;
		expect([security("listTracks"), security("logIn")]).toEqual([[], []]);
		expect([security("listTalks"), security("logOut")]).toEqual([
			[{}, { bearer: [] }],
			[{}, { bearer: [] }],
		]);
		expect(security("changeEntry")).toEqual([{ bearer: [] }]);
		const access = (name: string) => named(name)?.["x-access"];
		expect([access("saveReview"), access("saveReviewRules")]).toEqual(["reviewer", "admin"]);
		const needed = (name: string) =>
			(named(name)?.parameters ?? []).filter(({ required }) => required).map((one) => one.name);
		expect(needed("checkPasswordReset")).toEqual(["token", "email"]);
		expect(needed("listAssignments")).toEqual(["call"]);
		const track = named("addTrack")?.requestBody?.content["application/json"]?.schema;
		expect(track).toMatchObject({ properties: { label: { maxLength: 200 }, descriptionZh: { maxLength: 2_000 } } });
		const comment = named("writeComment")?.requestBody?.content["application/json"]?.schema;
		expect(comment).toMatchObject({ properties: { text: { maxLength: 2_000 } } });
		const talk = document.components.schemas["NewEntry-hangzhou"];
		expect(talk.required).not.toContain("consent");
		expect(talk.properties.consent.anyOf).toEqual([
			{ type: "boolean", const: true },
			{ type: "string", const: "true" },
		]);
		// A change may withdraw it; a text that is required stays required.
		const { properties } = document.components.schemas["ChangedEntry-hangzhou"];
		expect([properties.consent.anyOf[0], properties.title.minLength]).toEqual([{ type: "boolean" }, 1]);
		const refused = Object.values(document.components.responses).concat(
			operations.flatMap(({ responses }) => (responses[401] && !("$ref" in responses[401]) ? [responses[401]] : [])),
		) as { description: string; headers?: object }[];
		expect(refused.filter(({ headers }) => headers && "WWW-Authenticate" in headers).length).toBeGreaterThan(2);
	});

	it("says of every list that it can be asked for again in vain", async () => {
		const portal = await openPortal();
		await appoint(portal);
		const api = await readApiDocument(portal);
		const token = { Authorization: `Bearer ${await bearerOf(portal, ADMIN.email)}` };
		const again: string[] = [];
		for (const operation of api.operations.filter(({ method, path }) => method === "get" && !path.includes("{"))) {
			const first = await portal.agent().get(operation.path).set(token);
			if (!first.headers.etag || first.status !== 200) continue;
			const second = await portal
				.agent()
				.get(operation.path)
				.set({ ...token, "If-None-Match": first.headers.etag });
			again.push(operation.operationId);
			expect([operation.operationId, second.status]).toEqual([operation.operationId, 304]);
			expectDescribed(api, operation, second);
		}
		expect(again).toEqual(expect.arrayContaining(["listTracks", "getApiDocument"]));
	});

	it("gives types and a client that submits, lists, decides and schedules", async () => {
		const portal = await openPortal();
		await appoint(portal);
		const { document, operations } = await readApiDocument(portal);
		const folder = temporaryDirectory();
		writeFileSync(join(folder, "types.ts"), astToString(await openapiTypes(document)));
		copyFileSync(join(root, "test/clients/conference.ts"), join(folder, "conference.ts"));
		// Every call, with the examples of its description.
		const calls = operations.flatMap((operation) =>
			examplesOf(operation).map((body) => {
				const named = (operation.parameters ?? []).filter((one) => one.in === "path");
				const id = operation.operationId === "changeTrack" ? "ai-next" : 1;
				const path = Object.fromEntries(named.map(({ name }) => [name, name === "id" ? id : "talk-1"]));
				const query = operation.operationId === "checkPasswordReset" && { token: "x", email: "li@example.org" };
				const params = { ...(named.length > 0 && { path }), ...(query && { query }) };
				const given = { ...(body && { body }), ...(Object.keys(params).length > 0 && { params }) };
				return `await client.${operation.method.toUpperCase()}(${JSON.stringify(operation.path)}, ${JSON.stringify(given)});`;
			}),
		);
		const all = `import createClient from "openapi-fetch";\nimport type { paths } from "./types.ts";\nconst client = createClient<paths>();\n${calls.join("\n")}\n`;
		writeFileSync(join(folder, "all.ts"), all);
		writeFileSync(join(folder, "wrong.ts"), all.replace('"username":', '"user":'));
		symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
		const options = { ...COMPILER, target: "ES2022", module: "ESNext", lib: ["ES2024", "DOM"] };
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
		const compiled = await compile(folder);
		expect(compiled.split("\n").filter((line) => !line.startsWith("wrong.ts"))).toEqual([""]);
		expect(compiled).toContain("wrong.ts");

		const { runConference } = await import(join(folder, "conference.ts"));
		const token = await bearerOf(portal, ADMIN.email);
		const done = await runConference(portal.origin, token);
		expect(done).toEqual({ submitted: "talk-1", listed: ["Portals"], status: "Accept", time: "10:00" });
		expect(portal.sqlite.prepare("select entry_id from slots where entry_id is not null").pluck().all()).toEqual([1]);
	});
});

const COMPILER = {
	strict: true,
	noEmit: true,
	skipLibCheck: true,
	moduleResolution: "Bundler",
	allowImportingTsExtensions: true,
	types: [],
};

/** @returns what the compiler says */
async function compile(folder: string): Promise<string> {
	const ran = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], {
		cwd: folder,
	});
	return ran.then(({ stdout }) => stdout).catch(({ stdout }: { stdout: string }) => stdout);
}
