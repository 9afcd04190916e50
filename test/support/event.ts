import sharp from "sharp";
import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

/** The two forms of the page. */
export const FORM = { selector: "form[aria-labelledby=h-event]" };
export const LOGO = { selector: "form[aria-labelledby=h-logo]", button: "do.logo" };

/** Another conference: every field is another than the shipped one. */
export const RUSTCON: Filling = {
	name: "RustCon 2026",
	nameZh: "Rust大会2026",
	place: "Chengdu",
	placeZh: "成都",
	zone: "Europe/Paris",
	organisation: "Rust & Friends",
	organisationZh: "锈友会",
	support: "help@rustcon.example",
	site: "https://friends.example",
	privacy: "https://friends.example/privacy",
	chat: "https://friends.example/chat",
	spotlightSite: "",
	front: "Two days of Rust.\n\nBring <b>your</b> questions.",
	frontZh: "两天的Rust。",
	accent: "#1A56DB",
};

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;
export const pageOf = async (agent: Agent) => (await agent.get("/admin/event").expect(200)).text;
export const save = async (agent: Agent, filling: Filling) => submitForm(agent, await pageOf(agent), filling, FORM);
export const picture = (format: "png" | "jpeg" | "gif") =>
	sharp({ create: { width: 300, height: 100, channels: 3, background: "#e11d48" } })
		.toFormat(format)
		.toBuffer();

/** The columns of an event and its logo: everything of it is for visitors. */
export const EVENT_COLUMNS = [
	...["slug", "state", "name", "name_zh", "place", "place_zh", "zone", "organisation", "organisation_zh", "site"]
		.concat(
			"spotlight_site",
			"chat",
			"privacy",
			"support",
			"accent",
			"front",
			"front_zh",
			"public_talks",
			"grid",
			"template",
			"checked_texts",
		)
		.map((column) => `events.${column}`),
	...["version", "logo", "icon", "emblem"].map((column) => `event_logos.${column}`),
];
