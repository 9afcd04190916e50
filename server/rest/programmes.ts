import { z } from "zod";
import type { Field, Programme } from "../../app/programmes/define.ts";
import { pathsOf } from "../../app/programmes/forms.ts";
import { type ProgrammeWindow, phaseAt } from "../../app/programmes/window.ts";
import { programmeDefinition } from "../../app/schemas/definition.ts";
import { route } from "./route.ts";
import { instant as toInstant } from "./wire.ts";

const { category, kind, label, title, lead, checking, sections } = programmeDefinition.unwrap().shape;
const instant = z.iso.datetime().nullable();

const publicProgramme = z
	.object({
		category,
		kind,
		label,
		title,
		lead,
		checking,
		sections,
		paths: z.array(z.string()).describe("Addresses of its forms, the main one first"),
		state: z.enum(["open", "soon", "closed", "external"]),
		opensAt: instant,
		closesAt: instant,
	})
	.meta({ id: "Call" });

/** What everyone may know of a programme: all that its form asks of visitors. */
function publicPart(programme: Programme, window: ProgrammeWindow, now: number): z.infer<typeof publicProgramme> {
	const { category, kind, label, title, lead, checking } = programme;
	const at = (time: number | null) => (time === null ? null : toInstant(time));
	return {
		category,
		kind,
		label,
		title,
		lead,
		checking,
		paths: pathsOf(programme),
		state: phaseAt(window, now),
		opensAt: at(window.opensAt),
		closesAt: at(window.closesAt),
		sections: programme.sections.map((section) => ({
			...section,
			fields: section.fields.filter(({ audience, retired }) => audience !== "admin" && !retired).map(publicField),
		})),
	};
}

/** Where an answer is stored concerns nobody. Options that are not offered are not told. */
function publicField({ column: _, csv: __, ...field }: Field): Field {
	if (!("options" in field)) return field;
	return { ...field, options: field.options.filter(({ retired }) => !retired) };
}

export const programmeRoutes = [
	route({
		method: "get",
		path: "/api/programmes",
		name: "listCalls",
		tag: "Calls and tracks",
		summary: "All calls with the questions of their forms, in the order of the front page",
		replies: { 200: { description: "Archived calls are left out", schema: z.array(publicProgramme) } },
		handle({ services, arrivedAt }) {
			const body = services
				.registry()
				.all.map((one) => publicPart(one, services.programmes.windowOf(one.category), arrivedAt));
			return { status: 200, body, headers: { "Cache-Control": "public, max-age=60" } };
		},
	}),
];
