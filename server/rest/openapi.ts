import { z } from "zod";
import type { Registry } from "../../app/programmes/registry.ts";
import { audienceOf } from "../access.ts";
import { type Route, route, rowOf } from "./route.ts";

/** The OpenAPI 3.1 document of the declared routes. */
export function toOpenApi(routes: readonly Route[], product: string, registry: Registry): Record<string, unknown> {
	const paths: Record<string, Record<string, unknown>> = {};
	for (const declared of routes) {
		const row = rowOf(declared);
		const request = requestOf(declared, registry);
		const path = declared.path.replace(/:([a-z]+)/gi, "{$1}");
		paths[path] ??= {};
		paths[path][declared.method] = {
			summary: declared.summary,
			"x-access": audienceOf(row.who),
			security: row.who === "everyone" ? [{}, { bearer: [] }] : [{ bearer: [] }],
			...(request && { requestBody: { content: { [request.type]: { schema: jsonSchema(request.schema) } } } }),
			responses: Object.fromEntries(
				Object.entries(declared.replies).map(([status, { description, schema, type }]) => [
					status,
					{
						description,
						...(schema && { content: { "application/json": { schema: jsonSchema(schema) } } }),
						...(type && { content: { [type]: { schema: { type: "string" } } } }),
					},
				]),
			),
		};
	}
	return {
		openapi: "3.1.0",
		info: { title: `${product} Call For Proposals`, version: "1" },
		components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
		paths,
	};
}

function jsonSchema(schema: z.ZodType): unknown {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
	return rest;
}

const requestOf = ({ request, form }: Route, registry: Registry) => form?.(registry) ?? request;

/** The calls as a page shows them to people. */
export function describeCalls(routes: readonly Route[], registry: Registry) {
	return routes.map((declared) => ({
		method: declared.method.toUpperCase(),
		path: declared.path,
		summary: declared.summary,
		who: audienceOf(rowOf(declared).who),
		fields: Object.entries(shapeOf(requestOf(declared, registry))).map(([name, schema]) => ({
			name,
			note: schema.description ?? "",
		})),
		replies: Object.entries(declared.replies).map(([status, { description }]) => ({ status, description })),
	}));
}

/** All fields of a body; of several kinds, the union. */
function shapeOf(request: Route["request"]): Record<string, z.ZodType> {
	const schema = request?.schema;
	const options = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : schema ? [schema] : [];
	const shapes = options.map((one) => (one instanceof z.ZodObject ? (one.shape as Record<string, z.ZodType>) : {}));
	return Object.fromEntries(
		Object.entries(Object.assign({}, ...shapes) as Record<string, z.ZodType>).map(([name, schema]) => [
			name,
			schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema,
		]),
	);
}

/** The document is a route too, so it contains itself. @param product the name in its title, at the time of a request */
export function withDocument(routes: readonly Route[], product: () => string, registry: () => Registry): Route[] {
	const all: Route[] = [
		...routes,
		route({
			method: "get",
			path: "/api/openapi.json",
			summary: "This document",
			replies: { 200: { description: "OpenAPI 3.1" } },
			handle: () => {
				const of = { name: product(), programmes: registry() };
				if (made?.name !== of.name || made.programmes !== of.programmes)
					made = { ...of, document: toOpenApi(all, of.name, of.programmes) };
				return { status: 200, body: made.document, headers: { "Cache-Control": "public, max-age=60" } };
			},
		}),
	];
	// Generated on first request, to keep the start fast.
	let made: { name: string; programmes: Registry; document: Record<string, unknown> } | undefined;
	return all;
}
