import { z } from "zod";
import type { Registry } from "../../app/programmes/registry.ts";
import { can, ROLES } from "../../app/roles.ts";
import { type AccessRow, audienceOf, isCapability } from "../access.ts";
import { type Components, createComponents, type JsonSchema } from "./components.ts";
import { type EntryForm, PHOTO, shapesOf } from "./entry-forms.ts";
import { byCategory } from "./entry-shapes.ts";
import { type Route, route, rowOf } from "./route.ts";
import { headersOf, SHARED, sharedAnswers, sharedResponses } from "./shared-answers.ts";

/** Parts of the document, by what a call is about, in the order in which people read them. */
export const TAGS = {
	Accounts: "Registering, logging in and out, passwords",
	"Own data": "What is stored about the person who is logged in",
	Submitting: "New entries, and changes by their authors",
	Entries: "Lists of entries, and what organisers decide",
	Mail: "Mails that organisers send",
	"Calls and tracks": "What is asked, and by which tracks talks are sorted",
	Schedule: "The schedule of the event",
	Reviewing: "What reviewers read and say",
	"Managing reviews": "Rules, assignments, conflicts, redactions and results of reviews",
	Documents: "Descriptions for programs",
} as const;

export type Tag = keyof typeof TAGS;

/** Sentences about all calls. */
const ABOUT =
	"Bodies and answers are JSON in UTF-8 unless stated otherwise; moments are ISO 8601 in UTC. Log in with POST /api/auth/login and send the token as a bearer token. Messages are in the language of Accept-Language (en or zh); programs rely on `error`.";

/** The OpenAPI 3.1 document of the declared routes. */
export function toOpenApi(routes: readonly Route[], product: string, registry: Registry): JsonSchema {
	const components = createComponents();
	const paths: Record<string, Record<string, unknown>> = {};
	for (const declared of routes) {
		const path = declared.path.replace(/:([a-z]+)/gi, "{$1}");
		paths[path] ??= {};
		paths[path][declared.method] = operationOf(declared, registry, components);
	}
	const responses = sharedResponses(components);
	return {
		openapi: "3.1.0",
		info: {
			title: `${product} Call For Proposals`,
			version: "1",
			description: ABOUT,
			license: { name: "MIT", identifier: "MIT" },
		},
		servers: [{ url: "/" }],
		tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
		components: {
			securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
			schemas: components.schemas,
			responses,
		},
		paths,
	};
}

function operationOf(declared: Route, registry: Registry, components: Components): JsonSchema {
	const row = rowOf(declared);
	const roles = rolesOf(row);
	const refusesUnknown = isStrict(declared);
	const parameters = parametersOf(declared, components);
	const body = bodyOf(declared, registry, components);
	const own = Object.entries(declared.replies).map(([status, { description, schema, type }]) => {
		const json =
			schema && (typeof schema === "function" ? schema(registry, components) : components.schemaOf(schema, "output"));
		return [
			status,
			{
				description: status === "422" && refusesUnknown ? `${description}; or it has an unknown field` : description,
				...(status === "401" && { headers: headersOf(SHARED[401].headers) }),
				...(json && { content: { "application/json": { schema: json } } }),
				...(type && { content: { [type]: { schema: { type: "string" } } } }),
			},
		];
	});
	return {
		operationId: declared.name,
		tags: [declared.tag],
		summary: declared.summary,
		...(declared.description && { description: declared.description }),
		"x-access": audienceOf(row.who),
		...(roles && { "x-roles": roles }),
		security: securityOf(row),
		...(parameters.length > 0 && { parameters }),
		...(body && { requestBody: body }),
		responses: { ...Object.fromEntries(sharedAnswers(row, refusesUnknown)), ...Object.fromEntries(own) },
	};
}

/** True if the call answers an unknown field with 422. */
function isStrict({ method, request, ignoresUnknown }: Route): boolean {
	if (!request) return method !== "get" && !ignoresUnknown;
	return request.schema instanceof z.ZodObject && request.schema.def.catchall instanceof z.ZodNever;
}

function securityOf({ who, bearer }: AccessRow): JsonSchema[] {
	if (who !== "everyone") return [{ bearer: [] }];
	return bearer === "ignored" ? [] : [{}, { bearer: [] }];
}

/** Roles with the capability; undefined if any account may call. */
function rolesOf({ who }: AccessRow): string[] | undefined {
	return isCapability(who) ? ROLES.filter((role) => can(role, who)) : undefined;
}

/** Default path parameters. */
const PATH_PARAMETERS: Record<string, z.ZodType> = {
	call: z.string().max(40).describe("Category of a call, as /api/programmes tells it"),
	spot: z.string().max(40).describe("Reference of an entry, as in talk-12"),
	spotId: z.string().max(40).describe("Reference of an entry, as in talk-12"),
	id: z.int().positive().describe("Number of the entry"),
};

function parametersOf({ path, params, query, headers }: Route, { schemaOf }: Components): JsonSchema[] {
	const parameter = (place: string, name: string, declared: z.ZodType, others: object = {}) => {
		const { description, ...schema } = schemaOf(declared, "input");
		return { name, in: place, ...(description !== undefined && { description }), ...others, schema };
	};
	const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
		const declared = params?.[name] ?? PATH_PARAMETERS[name];
		if (!declared) throw new Error(`${path} does not describe ${name}`);
		return parameter("path", name, declared, { required: true });
	});
	return [
		...inPath,
		...Object.entries(query ?? {}).map(([name, declared]) =>
			// Each of its properties is a parameter of its own.
			parameter("query", name, declared, {
				...(!declared.safeParse(undefined).success && { required: true }),
				...(declared instanceof z.ZodRecord && { style: "form", explode: true }),
			}),
		),
		...Object.entries(headers ?? {}).map(([name, declared]) => parameter("header", name, declared)),
	];
}

function bodyOf({ request, form }: Route, registry: Registry, components: Components): JsonSchema | undefined {
	if (form) return formBody(form(registry), components);
	if (!request) return;
	const { schema, example } = request;
	return {
		required: true,
		content: { "application/json": { schema: components.schemaOf(schema, "input"), example } },
	};
}

/** A new entry, or a change, of one of several calls; as a form or as JSON. */
function formBody(forms: readonly EntryForm[], { define, schemaOf }: Components): JsonSchema {
	const schemaFor = (photo?: keyof typeof PHOTO) => {
		const part = photo && define(`Photo-${photo}`, schemaOf(PHOTO[photo], "input"));
		const named = (kind: "NewEntry" | "ChangedEntry") =>
			byCategory(
				forms.flatMap(({ categories, fresh, change, takesPhoto }) => {
					const name = `${kind}-${categories[0]}`;
					const described =
						kind === "NewEntry"
							? schemaOf(fresh, "input")
							: asIn(`NewEntry-${categories[0]}`, schemaOf(change, "input"));
					const answers = define(name, described);
					const whole = part && takesPhoto ? define(`${name}-${photo}`, { allOf: [answers, part] }) : answers;
					return categories.map((category) => [category, whole.$ref] as const);
				}),
			);
		return { anyOf: [named("NewEntry"), named("ChangedEntry")] };
	};
	const takesPhoto = forms.some((form) => form.takesPhoto);
	const encoding = { file: { contentType: "image/jpeg, image/png, image/webp" } };
	const examples = Object.fromEntries(forms.map(({ categories, example }) => [categories[0], { value: example }]));
	return {
		required: true,
		content: {
			"multipart/form-data": takesPhoto ? { schema: schemaFor("multipart"), encoding } : { schema: schemaFor() },
			"application/x-www-form-urlencoded": { schema: schemaFor() },
			"application/json": { schema: schemaFor(takesPhoto ? "json" : undefined), examples },
		},
	};
}

/** The fields of a change are described where those of a new entry are. */
function asIn(name: string, { properties, ...schema }: JsonSchema): JsonSchema {
	const undescribed = Object.entries(properties as Record<string, JsonSchema>).map(([field, one]) => {
		const { description, ...rest } = one;
		return [field, field === "id" ? { description, ...rest } : rest];
	});
	return {
		...schema,
		description: `The fields are those of ${name}; what is left out stays as it is`,
		properties: Object.fromEntries(undescribed),
	};
}

/** The calls as a page shows them to people. */
export function describeCalls(routes: readonly Route[], registry: Registry) {
	return routes.map((declared) => ({
		method: declared.method.toUpperCase(),
		path: declared.path,
		summary: [declared.summary, declared.description].filter(Boolean).join(". "),
		who: audienceOf(rowOf(declared).who),
		fields: Object.entries(fieldsOf(declared, registry)).map(([name, schema]) => ({
			name,
			note: schema.description ?? "",
		})),
		replies: Object.entries(declared.replies).map(([status, { description }]) => ({ status, description })),
	}));
}

/** All parameters and fields of a call; of several kinds of bodies, the union. */
function fieldsOf({ query, headers, request, form }: Route, registry: Registry): Record<string, z.ZodType> {
	const schema = request?.schema;
	const options = schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]) : schema ? [schema] : [];
	const shapes = form
		? shapesOf(form(registry))
		: options.map((one) => (one instanceof z.ZodObject ? (one.shape as Record<string, z.ZodType>) : {}));
	const all: Record<string, z.ZodType> = Object.assign({}, query, headers, ...shapes);
	return Object.fromEntries(
		Object.entries(all).map(([name, one]) => [
			name,
			one instanceof z.ZodOptional && one.description === undefined ? (one.unwrap() as z.ZodType) : one,
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
			name: "getApiDocument",
			tag: "Documents",
			summary: "This document",
			replies: { 200: { description: "OpenAPI 3.1", schema: z.object({ openapi: z.string() }).loose() } },
			handle: () => {
				const of = { name: product(), programmes: registry() };
				if (made?.name !== of.name || made.programmes !== of.programmes)
					made = { ...of, document: toOpenApi(all, of.name, of.programmes) };
				return { status: 200, body: made.document, headers: { "Cache-Control": "public, max-age=60" } };
			},
		}),
	];
	// Generated on first request, to keep the start fast.
	let made: { name: string; programmes: Registry; document: JsonSchema } | undefined;
	return all;
}
