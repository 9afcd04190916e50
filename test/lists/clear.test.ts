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
