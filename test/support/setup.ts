import { definitionOf } from "../../app/programmes/define.ts";
import { generalCalls } from "../../app/programmes/templates.ts";
import type { SetupDocument } from "../../app/schemas/setup.ts";
import { submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

/** The page of the set-up document, and its form. */
export const PAGE = "/admin/event/setup";
export const FORM = { selector: "form[aria-labelledby=h-import]" };

const [talks] = generalCalls.map(definitionOf).map(({ window: _, ...definition }) => definition);
if (!talks) throw new Error("no general call");

/** A small set-up of another conference. */
export const SETUP: SetupDocument = {
	version: 1,
	event: {
		name: "Meadow Days",
		nameZh: "草原开源日",
		place: "",
		placeZh: "",
		zone: "Asia/Shanghai",
		organisation: "Meadow Foundation",
		organisationZh: "",
		support: "ask@meadow.org",
		site: "",
		privacy: "",
		chat: "",
		spotlightSite: "",
		front: "",
		frontZh: "",
		publicTalks: "accepted",
		accent: "#0b6e63",
	},
	tracks: [
		{
			id: "assign-me",
			kind: "unselected",
			label: "To be assigned",
			labelZh: "",
			description: "",
			descriptionZh: "",
			active: true,
		},
	],
	calls: [{ definition: talks, state: "open", opensAt: null, closesAt: null, link: null, archived: false }],
	grid: { days: [] },
	mails: [],
};

/** The document as the page gives it. */
export const exported = async (admin: Agent) => (await admin.get(`${PAGE}.json`).expect(200)).text;

/** Checks a document on its page. */
export async function check(admin: Agent, text: string) {
	return submitForm(admin, (await admin.get(PAGE).expect(200)).text, { text }, { ...FORM, button: "do.check" });
}
