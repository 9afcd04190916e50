import { expect, it } from "vitest";
import { access } from "../support/addresses.ts";
import { openPortal } from "../support/portal.ts";
import { sendAccepted } from "../support/schedule.ts";

it("no page of the console shows the key of a guest's private link", async () => {
	// Without a mail server, administrators pass emails on by hand.
	const portal = await openPortal({ SMTP_URL: "smtp://127.0.0.1:9" });
	const ids = await sendAccepted(portal, ["Accepted", "Rejected", "On the waiting list"]);
	portal.sqlite.exec(`update entries set status = 'Reject' where id = ${ids[1]};
		update entries set status = 'Hold' where id = ${ids[2]}`);
	const admin = await portal.admin();
	const keys = portal.sqlite
		.prepare("select body from outbox where kind = 'receipt'")
		.pluck()
		.all()
		.map((body) => /\?key=([\w.-]{20,})/.exec(String(body))?.[1] ?? "none");
	expect(new Set(keys).size).toBe(3);
	const pages = access
		.filter(({ method, path }) => method === "GET" && path.startsWith("/admin"))
		.map(({ path }) => path.replace(/:\w+/g, "1"));
	const dialogs = ids.flatMap((id) =>
		["email&letter=accept", "email&letter=hold", "email&letter=reject", "details"].map(
			(modal) => `/admin/proposals?modal=${modal}&id=${id}`,
		),
	);
	const promotions = ids.map((id) => `/admin/waiting?promote=${id}`);
	const seen: { path: string; text: string }[] = [];
	for (const path of [...pages, ...dialogs, ...promotions]) seen.push({ path, text: (await admin.get(path)).text });
	expect(seen.filter(({ text }) => text.includes("?key=…")).length).toBeGreaterThanOrEqual(5);
	const leaks = seen.filter(({ text }) => keys.some((key) => text.includes(key)));
	expect(leaks.map(({ path }) => path)).toEqual([]);
});
