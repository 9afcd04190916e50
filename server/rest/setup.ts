import { z } from "zod";
import { setupDocument } from "../../app/schemas/setup.ts";
import { route } from "./route.ts";

const schema = z.toJSONSchema(setupDocument);

export const setupRoutes = [
	route({
		method: "get",
		path: "/api/setup.schema.json",
		name: "getSetupSchema",
		tag: "Documents",
		summary: "JSON Schema of the set-up document, which organisers export and import at /admin/event/setup",
		replies: { 200: { description: "JSON Schema, draft 2020-12", schema: z.object({ $schema: z.string() }).loose() } },
		handle: () => ({ status: 200, body: schema, headers: { "Cache-Control": "public, max-age=60" } }),
	}),
];
