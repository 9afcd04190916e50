import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import type { TestPortal } from "./portal.ts";

interface Parameter {
	name: string;
	in: "path" | "query" | "header";
	required?: boolean;
}

/** A call as the API document describes it. */
export interface Operation {
	operationId: string;
	method: "get" | "post" | "patch" | "delete";
	path: string;
	parameters?: Parameter[];
	requestBody?: {
		content: Record<string, { example?: object; examples?: Record<string, { value: object }>; schema: object }>;
	};
	responses: Record<string, { content?: Record<string, { schema: object }> }>;
	security: object[];
	"x-access": "everyone" | "signed-in" | "reviewer" | "admin";
}

export type ApiDocument = Awaited<ReturnType<typeof readApiDocument>>;

/** The API document of a portal, with a check of answers by it. */
export async function readApiDocument(portal: TestPortal) {
	const { body: document } = await portal.agent().get("/api/openapi.json").expect(200);
	const operations = Object.entries<Record<string, object>>(document.paths).flatMap(([path, calls]) =>
		Object.entries(calls).map(([method, one]) => ({ ...one, method, path }) as Operation),
	);
	const ajv = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(ajv);
	ajv.addSchema({ ...document, $id: "api" });

	/** What is wrong with an answer; empty if it is as the document says. */
	function faultsOf({ path, method, responses }: Operation, answer: { status: number; body: unknown }): string[] {
		if (!(answer.status in responses)) return [`${answer.status} is not in the document`];
		const shared = `responses/${answer.status}`;
		const at = `#/paths/${path.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent)}/${method}/${shared}`;
		const ref = (responses[answer.status] as { $ref?: string }).$ref ?? at;
		const response = ref === at ? responses[answer.status] : document.components.responses[ref.split("/").at(-1) ?? ""];
		if (!response?.content?.["application/json"]) return [];
		const isValid = ajv.compile({ $ref: `api${ref}/content/application~1json/schema` });
		if (isValid(answer.body)) return [];
		return (isValid.errors ?? []).map(({ instancePath, message }) => `${answer.status} ${instancePath} ${message}`);
	}

	return { document, operations, faultsOf };
}

/** Checks that an answer is one that the document describes. */
export function expectDescribed(api: ApiDocument, operation: Operation, answer: { status: number; body: unknown }) {
	expect([operation.operationId, api.faultsOf(operation, answer)]).toEqual([operation.operationId, []]);
}

/** The bodies that the document shows for a call; one that is undefined for a call without a body. */
export function examplesOf({ requestBody }: Operation): (object | undefined)[] {
	const json = requestBody?.content["application/json"];
	if (!json) return [undefined];
	return json.example ? [json.example] : Object.values(json.examples ?? {}).map(({ value }) => value);
}
