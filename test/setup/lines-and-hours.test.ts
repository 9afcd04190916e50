import { expect, it } from "vitest";
import { openBlank } from "../support/blank.ts";
import { said } from "../support/calls.ts";
import { submitForm } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { SETUP } from "../support/setup.ts";

const PAGE = "/admin/event/setup";
const [talks] = SETUP.calls;
const hours = { opensAt: "2027-07-01T18:00:00+08:00", closesAt: "2027-07-01T09:00:00+08:00" };
const turned = structuredClone(SETUP.calls) as { definition: { title: { en: string } } }[];
for (const { definition } of turned) definition.title.en = "\u2067Talks";

const DIRECTION = "This has an invisible character that turns the direction of text around.";

it.each([
	[
		"a name that turns around what follows",
		{ event: { ...SETUP.event, name: "Days\u202e" } },
		`/event/name: ${DIRECTION}`,
	],
	["a title that does", { calls: turned }, `/calls/0/definition/title/en: ${DIRECTION}`],
	["a track that does", { tracks: [{ ...SETUP.tracks[0], labelZh: "\u200f草" }] }, `/tracks/0/labelZh: ${DIRECTION}`],
	[
		"a call that closes before it opens on the same day",
		{ calls: [{ ...talks, ...hours }] },
		"/calls/0/closesAt: The call closes before it opens.",
	],
])("a document with %s is refused with the place", async (_, changes, line) => {
	const admin = await (await openBlank()).admin();
	const page = (await admin.get(PAGE).expect(200)).text;
	const form = { selector: "form[aria-labelledby=h-import]", button: "do.check" };
	const refused = await submitForm(admin, page, { text: JSON.stringify({ ...SETUP, ...changes }) }, form);
	expect([refused.status, said(refused)]).toEqual([422, expect.stringContaining(line)]);
});

it("a call that was stored before one of these rules is still exported as it is", async () => {
	const portal = await openPortal();
	portal.sqlite.exec(
		"update programme_versions set definition = json_set(definition, '$.title.en', char(0x2067) || 'Talks') where category = 'hangzhou'",
	);
	const { text } = await (await portal.admin()).get("/admin/event/setup.json").expect(200);
	const { calls } = JSON.parse(text) as { calls: { definition: { title: { en: string } } }[] };
	expect(calls[0]?.definition.title.en).toBe("\u2067Talks");
});
