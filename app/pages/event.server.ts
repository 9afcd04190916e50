/** What the page of the event shows and does. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { accentOf, meantColour, nearestAccent } from "../brand/accent.ts";
import type { Hex } from "../brand/colour.ts";
import { changedFields, EVENT_FIELD_NAMES, type EventField, type EventSettings } from "../brand/event-fields.ts";
import type { SentBack } from "../handle.ts";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import type { Keeps } from "../programmes/shown-again.ts";
import { contrastText, eventForm, eventProblems, eventSeen, zonesWith } from "../schemas/event.ts";

export const BASE = "/admin/event";
/** The button that takes the offered colour. */
export const TAKE_COLOUR = "do.colour";

/** What someone else has changed since the form was made. */
export interface Difference {
	id: EventField;
	before: string;
	now: string;
	/** What was typed, where that is something else again. */
	typed?: string;
}

interface Outcome extends SentBack {
	/** The colour that is offered in place of one that cannot be used. */
	nearest?: string;
	differences?: Difference[];
}

export function eventPage({ services, actor, locale }: AppLoadContext) {
	const settings = services.event.settings(actor);
	const { light, dark } = accentOf(settings.accent as Hex);
	return {
		settings,
		zones: zonesWith(settings.zone),
		dates: services.conference.facts(locale).dates,
		contrast: {
			light,
			dark,
			lightContrast: contrastText(light, "light"),
			darkContrast: contrastText(dark, "dark"),
		},
		logoVersion: services.event.logoVersion(),
	};
}

/** @param keeps what the form keeps */
export async function takeEvent(context: AppLoadContext, keeps: Keeps) {
	const { form } = context;
	if ("do.right" in form) return textChecked(context);
	if ("do.logo" in form || "do.logo-remove" in form) return takeLogo(context, keeps);
	return save(context, keeps);
}

/** Of the overview: a copied text stays as it is. One that was changed since is judged anew there. */
async function textChecked({ services, actor, form, flash, t }: AppLoadContext) {
	const done = await services.copiedTexts.check(actor, textOf(form, "text"));
	throw seeOther(flash.say("/admin", [t(done ? "eventPage.textRight" : "eventPage.textChanged")]));
}

async function save(context: AppLoadContext, keeps: Keeps) {
	const { services, actor, form, t } = context;
	const taken = textOf(form, TAKE_COLOUR);
	const given = eventForm.parse({ ...form, ...(taken && { accent: taken }) });
	const seen = eventSeen.safeParse(textOf(form, "was")).data;
	const present = services.event.settings(actor);
	const problems = eventProblems(t, given, seen ?? present);
	if (problems.length > 0) {
		const { data: back } = context.sendBack(keeps, { problems });
		const isRefused = problems.some(({ field }) => field === "accent");
		const nearest = isRefused && meantColour(given.accent) ? nearestAccent(given.accent) : undefined;
		return data<Outcome>({ ...back, nearest }, { status: 422 });
	}
	if (seen && (await services.event.change(actor, seen, given))) return said(context, "eventPage.saved");
	return stale(context, given, seen);
}

/** Nothing of either side is lost: what only they have changed is taken over, what both have stands as it was typed. */
function stale(context: AppLoadContext, given: EventSettings, seen: EventSettings | undefined) {
	const { services, actor, t, page } = context;
	const present = services.event.settings(actor);
	const before = seen ?? given;
	const values = Object.fromEntries(
		EVENT_FIELD_NAMES.map((name) => [name, seen && given[name] === seen[name] ? present[name] : given[name]]),
	);
	const differences = changedFields(before, present).map((id): Difference => {
		const isTyped = given[id] !== before[id] && given[id] !== present[id];
		return { id, before: before[id], now: present[id], ...(isTyped && { typed: given[id] }) };
	});
	page.hasProblems = true;
	const outcome: Outcome = { problems: [], headline: t("eventPage.stale"), differences, values };
	values.was = JSON.stringify(present);
	return data(outcome, { status: 409 });
}

async function takeLogo(context: AppLoadContext, keeps: Keeps) {
	const { services, actor, form, upload, t } = context;
	const was = textOf(form, "logo");
	const refused = (message: string, status = 422) => {
		const { data: back } = context.sendBack(keeps, { problems: [{ field: "logo", message }] });
		return data<Outcome>(back, { status });
	};
	if ("do.logo-remove" in form) {
		const done = await services.event.removeLogo(actor, was);
		return done ? said(context, "eventPage.logoRemoved") : refused(t("eventPage.logoStale"), 409);
	}
	if (!upload) return refused(t("eventPage.logoFault.none"));
	const refusal = await services.event.setLogo(actor, was, upload);
	if (refusal === undefined) return said(context, "eventPage.logoSaved");
	if (refusal === "stale") return refused(t("eventPage.logoStale"), 409);
	return refused(t(`eventPage.logoFault.${FAULTS[refusal] ?? "notImage"}`));
}

/** What is said of a picture that cannot be used; of any other file, that it is none. */
const FAULTS: Readonly<Record<string, "empty" | "tooBig" | "svg" | "damaged">> = {
	empty: "empty",
	tooBig: "tooBig",
	tooManyPixels: "tooBig",
	tooLong: "tooBig",
	tooCostly: "tooBig",
	svg: "svg",
	damaged: "damaged",
};

function said(
	context: AppLoadContext,
	key: "eventPage.saved" | "eventPage.logoSaved" | "eventPage.logoRemoved",
): never {
	throw seeOther(context.flash.say(BASE, [context.t(key)]));
}
