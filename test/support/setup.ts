import { definitionOf } from "../../app/programmes/define.ts";
import { generalCalls } from "../../app/programmes/templates.ts";
import type { SetupDocument } from "../../app/schemas/setup.ts";

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
