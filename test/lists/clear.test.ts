import { expect, it } from "vitest";
import { openPortal } from "../support/portal.ts";

it("every list offers to clear filters only where there are some", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	for (const path of ["/nominations-aigc", "/proposals", "/admin/proposals", "/admin/aigc", "/admin/mail"]) {
		const offers = async (search: string) => (await admin.get(path + search).expect(200)).text.includes(">Clear</a>");
		const further = path.startsWith("/admin") ? "&rows=50" : "";
		expect([path, await offers(""), await offers(`?sort=title${further}`)]).toEqual([path, false, false]);
		expect([path, await offers("?q=x")]).toEqual([path, true]);
	}
});

it("counts by status stand beside a list of all talks, not beside what was searched for", async () => {
	const portal = await openPortal();
	const admin = await portal.admin();
	const counts = async (search: string) =>
		/class="status-dot [^"]*"[^>]*>New(?: |<!-- -->)*<b>/.test(
			(await admin.get(`/admin/proposals${search}`).expect(200)).text,
		);
	for (const search of ["", "?status=New", "?sort=title&rows=50"])
		expect([search, await counts(search)]).toEqual([search, true]);
	for (const search of ["?q=x", "?track=ai-next", "?q=x&status=New"])
		expect([search, await counts(search)]).toEqual([search, false]);
});
