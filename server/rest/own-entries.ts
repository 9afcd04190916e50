import { z } from "zod";
import { AppError } from "../errors.ts";
import { mapped } from "../services/limits/batches.ts";
import { entriesOf, status } from "./entry-shapes.ts";
import { errorBody, route } from "./route.ts";
import { listedEntry, ownEntry } from "./wire.ts";

const listed = z
	.object({
		id: z.string().describe("Its reference, as in talk-12"),
		category: z.string(),
		updated: z.iso.datetime(),
		status,
		incomplete: z.array(z.string()).describe("Names of answers that are missing"),
		withdrawn: z.boolean(),
		tracks: z.string().optional().describe("Of a talk"),
	})
	.catchall(z.union([z.string(), z.array(z.string()), z.boolean(), z.null()]).describe("An answer shown on its card"))
	.meta({ id: "OwnEntry" });

/** Both calls accept every kind; the spot id says which. */
function prefill(path: string, name: string, summary: string) {
	return route({
		method: "get",
		path,
		name,
		tag: "Own data",
		summary,
		replies: {
			200: { description: "Everything you typed", schema: entriesOf() },
			404: { description: "No such entry of yours", schema: errorBody },
		},
		handle({ services, actor, params }) {
			const entry = services.entries.ownEntry(actor, params.spotId ?? "", "");
			if (!entry) throw new AppError("NOT_FOUND");
			return { status: 200, body: ownEntry(services.registry(), entry, services.publicSchedule.ids().has(entry.id)) };
		},
	});
}

/** What the person signed in has sent. */
export const ownEntryRoutes = [
	route({
		method: "get",
		path: "/api/spotlights/user",
		name: "listOwnEntries",
		tag: "Own data",
		summary: "Your submissions, the latest change first",
		replies: { 200: { description: "With the fields shown on the dashboard", schema: z.array(listed) } },
		handle({ services, actor }) {
			return {
				status: 200,
				body: mapped(services.entries.listOwn(actor), (entry) => listedEntry(services.registry(), entry)),
			};
		},
	}),
	prefill("/api/entry/user/:spotId", "getOwnTalk", "One of your talks, to fill the form with"),
	prefill("/api/spotlight/user/:spotId", "getOwnNomination", "One of your nominations or works, to fill the form with"),
];
