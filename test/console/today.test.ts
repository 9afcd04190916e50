import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/published.ts";

it("sign-ins of today are those since midnight where the event is, whatever zone the machine keeps", async () => {
	const portal = await openPortal();
	await portal.admin();
	const signedInAt = (moment: string) =>
		portal.db.write(
			() => void portal.sqlite.prepare("update sessions set created_at = ?").run(Date.parse(`${moment}+08:00`)),
		);
	const counted = async () => portal.services.overview.sessionsToday(await organiser(portal));
	// It is ten in the morning of 1 July there.
	await signedInAt("2025-07-01T00:30:00");
	expect(await counted()).toBe(1);
	await signedInAt("2025-06-30T23:30:00");
	expect(await counted()).toBe(0);
});
