import { z } from "zod";
import { contrastIn, isReadableAsGiven, LEAST_CONTRAST, meantColour, nearestAccent } from "../brand/accent.ts";
import { type Hex, readHex } from "../brand/colour.ts";
import { EVENT_FIELD_NAMES, type EventField, type EventSettings, rulesOfField } from "../brand/event-fields.ts";
import type { Translate } from "../i18n.ts";
import { isEmail } from "../programmes/email.ts";
import { isUnseen, type Problem, textFault } from "../programmes/problems.ts";
import { countCharacters } from "../programmes/text-length.ts";
import { carried } from "./carried.ts";

const line = z
	.string()
	.catch("")
	.transform((text) => text.replace(/\s+/g, " ").trim());
const prose = z
	.string()
	.catch("")
	.transform((text) => text.replace(/\r\n?/g, "\n").trim());

const shape = (schemaOf: (name: EventField) => z.ZodType<string>) =>
	z.object(
		Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, schemaOf(name)])),
	) as unknown as z.ZodType<EventSettings>;

/** What the form of the event posts. A colour is written as it is stored, where it is one. */
export const eventForm = shape((name) => {
	const { kind } = rulesOfField(name);
	if (kind === "prose") return prose;
	return kind === "colour" ? line.transform((text) => readHex(text) ?? text) : line;
});

/** The event the form was made with, as it carried it. */
export const eventSeen = carried(shape(() => z.string()));

/** Every zone the program knows, and the one that is set. */
export function zonesWith(present: string): string[] {
	return [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", present])].sort();
}

/**
 * What keeps the settings of an event from being saved.
 * @param seen what they were: a colour or zone that stays is not judged, since an operator may have set it
 */
export function eventProblems(t: Translate, given: EventSettings, seen: EventSettings): Problem[] {
	return EVENT_FIELD_NAMES.flatMap((name) => {
		const message = given[name] === seen[name] && given[name] !== "" ? undefined : fieldFault(t, name, given[name]);
		return message ? [{ field: name, message }] : [];
	});
}

/** What is wrong with a text for one field. */
export function fieldFault(t: Translate, name: EventField, text: string): string | undefined {
	const { kind, max, required, options } = rulesOfField(name);
	const field = t(`eventPage.fields.${name}`);
	if (isUnseen(text)) return required ? t("problemMessages.required", { field }) : undefined;
	const odd = textFault(text, kind !== "prose");
	if (odd) return t(`problemMessages.${odd}`, { field });
	if (kind === "colour") return colourFault(t, text);
	if (countCharacters(text) > max) return t("problemMessages.tooLong", { field, max });
	if (kind === "email") return isEmail(text) ? undefined : t("problemMessages.email");
	if (kind === "link") return isLink(text) ? undefined : t("eventPage.badLink", { field });
	if (kind === "choice") return options?.includes(text) ? undefined : t("problemMessages.option", { field });
	if (kind === "zone") return zonesWith("UTC").includes(text) ? undefined : t("problemMessages.option", { field });
}

const isLink = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

function colourFault(t: Translate, text: string): string | undefined {
	const colour = readHex(text);
	const nearest = nearestAccent(text);
	const given = { colour: text.slice(0, 40), nearest };
	if (!colour)
		return meantColour(text) ? t("eventPage.noColour", given) : t("eventPage.noColourAtAll", { colour: given.colour });
	if (isReadableAsGiven(colour)) return;
	const contrast = contrastText(colour, "light");
	return t("eventPage.faint", { colour, contrast, least: LEAST_CONTRAST, nearest });
}

/** Rounded down, so that what fails never reads as enough. */
export function contrastText(colour: Hex, scheme: "light" | "dark"): string {
	return (Math.floor(contrastIn(scheme, colour) * 10) / 10).toFixed(1);
}
