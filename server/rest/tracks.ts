import { z } from "zod";
import { route } from "./route.ts";
import { wireTrack } from "./wire.ts";

export const wiredTrack = z
	.object({
		id: z.string(),
		label: z.string(),
		labelZh: z.string(),
		active: z.boolean(),
		description: z.string(),
		descriptionZh: z.string(),
		displayIndex: z.int(),
	})
	.meta({ id: "Track" });

export const trackRoutes = [
	route({
		method: "get",
		path: "/api/tracks",
		name: "listTracks",
		tag: "Calls and tracks",
		summary: "All tracks in display order, inactive ones included",
		replies: {
			200: {
				description: "The first means no choice yet",
				schema: z.array(wiredTrack),
			},
		},
		handle({ services }) {
			const tracks = services.tracks.all().filter((track) => track.kind !== "divider");
			return { status: 200, body: tracks.map(wireTrack), headers: { "Cache-Control": "public, max-age=60" } };
		},
	}),
];
