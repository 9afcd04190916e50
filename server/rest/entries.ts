import { z } from "zod";
import type { Registry } from "../../app/programmes/registry.ts";
import { can } from "../../app/roles.ts";
import { AppError } from "../errors.ts";
import type { EntryRow } from "../services/entries/entry-rows.ts";
import { mapped } from "../services/limits/batches.ts";
import type { Components } from "./components.ts";
import { entriesOf, publicWork, status } from "./entry-shapes.ts";
import { errorBody, route } from "./route.ts";
import { completeEntry, loggedTalk, publicEntry, publicNomination } from "./wire.ts";

const notFresh = {
	description:
		"NOT_FRESH: for organisers with a cookie who logged in more than 15 minutes ago; a bearer token works on",
	schema: errorBody,
};

/** The showcase of the specification; another event has the first of its own. */
const NOMINATIONS = "sl-aigc";

const publicShape = z
	.object({
		id: z.number(),
		name: z.string(),
		org: z.string(),
		role: z.string(),
		bio: z.string(),
		title: z.string(),
		abstract: z.string(),
		language: z.string(),
		tracks: z.string(),
		status,
		filename: z.string(),
		scheduled: z.boolean(),
		creation: z.iso.datetime(),
		updated: z.iso.datetime(),
		category: z.string(),
		emailSent: z
			.boolean()
			.optional()
			.describe("Whether the acceptance was mailed; only for the event of the specification"),
	})
	.meta({ id: "PublicTalk" });

/** A list as everybody gets it, or as organisers do. */
const eitherList = (everybody: object, organisers: object) => ({
	anyOf: [everybody, organisers].map((items) => ({ type: "array", items })),
});

export const entryRoutes = [
	route({
		method: "get",
		path: "/api/entries",
		name: "listTalks",
		tag: "Entries",
		summary: "All talks",
		description: "Public fields for everyone, all fields for organisers.",
		replies: {
			200: {
				description: "Ordered by number; organisers receive every field",
				schema: (registry: Registry, parts: Components) =>
					eitherList(parts.schemaOf(publicShape, "output"), entriesOf(["talk"])(registry, parts)),
			},
			403: notFresh,
		},
		handle({ services, actor }) {
			if (can(actor.user?.role, "entries.export")) {
				const placed = services.schedule.placed(actor);
				const { rows } = services.entries.exportAll(actor, { kind: "talk" });
				const talkOf = (entry: EntryRow) =>
					loggedTalk(services.registry(), entry, placed.has(entry.id), services.entries.logOf(actor, entry.id));
				return { status: 200, body: mapped(rows, talkOf) };
			}
			const released = services.publicSchedule.ids();
			const talks = services.publicEntries.list("talk");
			return { status: 200, body: mapped(talks, (entry) => publicEntry(entry, released.has(entry.id))) };
		},
	}),
	route({
		method: "get",
		path: "/api/nominations",
		name: "listNominations",
		tag: "Entries",
		summary: "Works of the showcase, or entries of another call",
		description: "Public fields for everyone, all fields for organisers, who may also ask for other calls.",
		query: { category: z.string().optional().describe("The call; the showcase without it") },
		replies: {
			200: {
				description: "Ordered by number",
				schema: (registry: Registry, parts: Components) =>
					eitherList(parts.schemaOf(publicWork(registry), "output"), entriesOf()(registry, parts)),
			},
			401: { description: "Another category, without logging in", schema: errorBody },
			403: { ...notFresh, description: `Another category, for organisers only; or ${notFresh.description}` },
			404: { description: "No such category", schema: errorBody },
		},
		handle({ services, actor, query }) {
			const { find, categoriesOf } = services.registry();
			const usual = find(NOMINATIONS) ? NOMINATIONS : (categoriesOf("aigc")[0] ?? NOMINATIONS);
			const category = query("category") || usual;
			if (can(actor.user?.role, "entries.export")) {
				const found = services.entries.exportAll(actor, { category });
				if (!find(category) && found.total === 0) throw new AppError("NOT_FOUND");
				const placed = services.schedule.placed(actor);
				return {
					status: 200,
					body: mapped(found.rows, (entry) => completeEntry(services.registry(), entry, placed.has(entry.id))),
				};
			}
			if (category !== usual) throw new AppError(actor.user ? "FORBIDDEN" : "NOT_SIGNED_IN");
			return { status: 200, body: mapped(services.publicEntries.list("aigc"), publicNomination) };
		},
	}),
];
