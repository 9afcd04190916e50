import createClient from "openapi-fetch";
import type { paths } from "./types.ts";

/**
 * The smallest client of a conference, with types made of the API document: a test makes them, and compiles this file beside
 * them. @throws Error for a call that fails
 */
export async function runConference(baseUrl: string, token: string) {
	const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
	const submitted = must(
		await client.POST("/api/submit", {
			params: { header: { "Idempotency-Key": "portals" } },
			body: {
				name: "Li Lei",
				email: "li@example.org",
				org: "Rostrum",
				role: "Author",
				bio: "Builds portals.",
				title: "Portals",
				abstract: "How calls for proposals work.",
				language: "English",
				tracks: "ai-next",
				consent: true,
				file: PICTURE,
			},
		}),
	);
	const talks = must(await client.GET("/api/entries"));
	const changed = must(
		await client.PATCH("/api/entries/{id}", { params: { path: { id: submitted.id } }, body: { status: "Accept" } }),
	);
	const slot = { dayId: "day1", trackId: "ai-next", time: "10:00" };
	const slotKey = `${slot.dayId}-${slot.trackId}-${slot.time}`;
	const placed = must(await client.POST("/api/schedule", { body: { entryId: submitted.id, slotKey, ...slot } }));
	return {
		submitted: submitted.spotId,
		listed: talks.map(({ title }) => title),
		status: changed.status,
		time: placed.data.time,
	};
}

/** The smallest PNG: one white pixel. */
const PICTURE =
	"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

function must<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
	if (data === undefined) throw new Error(JSON.stringify(error));
	return data;
}
