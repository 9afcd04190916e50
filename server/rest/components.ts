import { z } from "zod";

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

export type Components = ReturnType<typeof createComponents>;

/** The schemas of one API document that have a name. They are reused by `$ref`. */
export function createComponents() {
	const schemas: Record<string, JsonSchema> = {};

	/** @throws Error for a name that stands for something else already */
	function add(name: string, schema: JsonSchema): void {
		const present = schemas[name];
		if (present && JSON.stringify(present) !== JSON.stringify(schema))
			throw new Error(`the API document has two schemas named ${name}`);
		schemas[name] = schema;
	}

	/**
	 * JSON Schema of a request ("input") or an answer ("output"). Parts with an `id` in their metadata become components.
	 */
	function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
		const made = z.toJSONSchema(schema, {
			io,
			unrepresentable: "any",
			override: ({ jsonSchema }) => simplify(jsonSchema, io),
		});
		const { $schema: _, $defs = {}, ...rest } = referringToComponents(made);
		for (const [name, one] of Object.entries($defs as Record<string, JsonSchema>)) add(name, one);
		return rest;
	}

	return {
		schemas,
		schemaOf,
		/** Names a schema. @returns what refers to it */
		define(name: string, schema: JsonSchema): JsonSchema {
			add(name, schema);
			return { $ref: `#/components/schemas/${name}` };
		},
	};
}

const referringToComponents = (schema: JsonSchema): JsonSchema =>
	JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));

/** Leaves out what says nothing: the pattern of a known format and, of answers, how large a number could be. */
function simplify(schema: JsonSchema, io: "input" | "output"): void {
	if (schema.minimum === Number.MIN_SAFE_INTEGER && io === "output") delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER && io === "output") delete schema.maximum;
	if (schema.format !== undefined) delete schema.pattern;
}
