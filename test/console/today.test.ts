import { expect, it } from "vitest";
import { sendTalk } from "../support/entries.ts";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

it("the logins of today start at midnight in the zone of the event, not of the machine", async () => {
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

it.each([
	["2025-10-26T22:30:00Z", "2025-10-25T12:00:00Z", "2025-10-26"],
	["2026-03-29T20:30:00Z", "2026-03-28T12:00:00Z", "2026-03-29"],
])(
	"thirty days of the calendar stand over one another, also when the clocks change (%s)",
	async (newest, before, day) => {
		const portal = await openPortal({ TZ_EVENT: "Europe/Paris" });
		await sendTalk(portal);
		await sendTalk(portal);
		const arrive = portal.sqlite.prepare("update entries set created_at = ? where id = ?");
		arrive.run(Date.parse(before), 1);
		arrive.run(Date.parse(newest), 2);
		const bars = portal.services.overview.perDay(await organiser(portal));
		expect(new Set(bars.map(({ label }) => label)).size).toBe(30);
		expect(bars.slice(-2).map(({ value }) => value)).toEqual([1, 1]);
		expect(bars.at(-1)?.label).toBe(day);
	},
);
