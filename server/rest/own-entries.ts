import { z } from "zod";
import { AppError } from "../errors.ts";
import { mapped } from "../services/limits/batches.ts";
import { errorBody, route } from "./route.ts";
import { listedEntry, ownEntry } from "./wire.ts";

const listed = z
	.object({ id: z.string().describe("The spot id, as in talk-12"), category: z.string(), updated: z.iso.datetime() })
	.loose();

/** Both calls accept every kind; the spot id says which. */
function prefill(path: string, summary: string) {
	return route({
		method: "get",
		path,
		summary,
		replies: {
			200: { description: "Everything you typed", schema: z.object({ id: z.number() }).loose() },
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
		summary: "Your submissions, the latest change first",
		replies: { 200: { description: "With the fields shown on the dashboard", schema: z.array(listed) } },
		handle({ services, actor }) {
			return {
				status: 200,
				body: mapped(services.entries.listOwn(actor), (entry) => listedEntry(services.registry(), entry)),
			};
		},
	}),
	prefill("/api/entry/user/:spotId", "One of your talks, to fill the form with"),
	prefill("/api/spotlight/user/:spotId", "One of your nominations or works, to fill the form with"),
];
