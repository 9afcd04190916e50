import { z } from "zod";
import type { Translate } from "../i18n.ts";
import { type RawForm, textOf, textsOf } from "../programmes/answers.ts";
import { numberIn } from "../programmes/number.ts";
import { type Problem, textFault } from "../programmes/problems.ts";
import { countCharacters } from "../programmes/text-length.ts";
import { type SlotName, type SpecialEvent, slotOf } from "../schedule/grid.ts";
import { LEAST_MINUTES, MOST_MINUTES } from "../schedule/grid-fault.ts";
import type { Series, Span } from "../schedule/series.ts";

/** Which part of the grid's editor an address asks for. All empty: the whole grid. */
export const gridQuery = z.object({
	day: z.string().max(100).catch(""),
	/** Number of a special event, or `new`. */
	special: z.string().max(20).catch(""),
	lay: z
		.literal("1")
		.transform(() => true)
		.catch(false),
});

/** A parsed form, or its problems. Problems name their field alone, without the form. */
export type Read<T> = { value: T } | { problems: Problem[] };

const MOST_ROOM = 100;
/** Characters. */
const MOST_TEXT = { title: 200, titleZh: 200, description: 2_000, descriptionZh: 2_000 } as const;
/** Dates before this year are mistakes, and years of the first century would mean two digits. */
const EARLIEST = "2000-01-01";

/** `9:30` and `930` mean `09:30`, `9` means `09:00`. */
const TIME = z
	.string()
	.regex(/^([01]?\d|2[0-3])(:?[0-5]\d)?$/)
	.transform((typed) => (typed.length < 3 ? `${typed}00` : typed).replace(":", "").padStart(4, "0"))
	.transform((digits) => `${digits.slice(0, 2)}:${digits.slice(2)}`);
const DATE = z.iso.date().refine((date) => date >= EARLIEST);
const MINUTES = z
	.string()
	.regex(/^\d{1,4}$/)
	.transform(Number)
	.pipe(z.number().min(LEAST_MINUTES).max(MOST_MINUTES));

/** What was typed into a short field. Chinese keyboards type digits and colons in full width. */
function short(form: RawForm, name: string): string {
	return textOf(form, name).normalize("NFKC").trim();
}

/** Reads fields one by one and collects their problems. */
function reader(t: Translate, form: RawForm) {
	const problems: Problem[] = [];
	const add = (field: string, message: string) => void problems.push({ field, message });
	return {
		add,
		done: <T>(value: T): Read<T> => (problems.length > 0 ? { problems } : { value }),
		time(name: string, field: string): string {
			const parsed = TIME.safeParse(short(form, name));
			if (!parsed.success) add(name, t("gridMessages.badTime", { field }));
			return parsed.data ?? "";
		},
		/** @param otherwise what an empty field means */
		minutes(name: string, field: string, otherwise?: number): number {
			const text = short(form, name);
			if (text === "" && otherwise !== undefined) return otherwise;
			const parsed = MINUTES.safeParse(text);
			if (!parsed.success) add(name, t("gridMessages.badMinutes", { field, least: LEAST_MINUTES, most: MOST_MINUTES }));
			return parsed.data ?? 0;
		},
		ticked(name: string, missing: "noDays" | "noTracks"): string[] {
			const ids = textsOf(form, name);
			if (ids.length === 0) add(name, t(`gridMessages.${missing}`));
			return ids;
		},
		text(name: string, label: string, max: number, isLine = true): string {
			const text = textOf(form, name).replace(/\r\n?/g, "\n").trim();
			const odd = textFault(text, isLine);
			if (odd) add(name, t(`problemMessages.${odd}`, { field: label }));
			else if (countCharacters(text) > max) add(name, t("problemMessages.tooLong", { field: label, max }));
			return text;
		},
	};
}

/** A day by its date. */
export function readDate(t: Translate, form: RawForm): Read<string> {
	const parsed = DATE.safeParse(short(form, "date"));
	return parsed.success
		? { value: parsed.data }
		: { problems: [{ field: "date", message: t("programmesMessages.badDay") }] };
}

/** The columns of a day: what is ticked of `tracks`, with `room-<track>` for each. */
export function readColumns(t: Translate, form: RawForm): Read<{ id: string; room: string }[]> {
	const { text, done } = reader(t, form);
	return done(
		textsOf(form, "tracks").map((id) => ({ id, room: text(`room-${id}`, t("scheduleMessages.room"), MOST_ROOM) })),
	);
}

/** Days, tracks and two times. `days` as the form ticks them, or one that is fixed. */
export function readSpan(t: Translate, form: RawForm, day?: string): Read<Span> {
	const { done, ...read } = reader(t, form);
	const from = read.time("from", t("grid.from"));
	const to = read.time("to", t(day === undefined ? "grid.lastAt" : "grid.to"));
	if (from && to && to < from) read.add("to", t("gridMessages.order"));
	const dayIds = day === undefined ? read.ticked("days", "noDays") : [day];
	return done({ from, to, dayIds, trackIds: read.ticked("tracks", "noTracks") });
}

/** Slots at regular times. */
export function readSeries(t: Translate, form: RawForm): Read<Series> {
	const { done, ...read } = reader(t, form);
	const every = read.minutes("every", t("grid.every"));
	const minutes = read.minutes("minutes", t("grid.length"), every);
	const span = readSpan(t, form);
	if ("problems" in span) for (const { field, message } of span.problems) read.add(field, message);
	return done({ ...("value" in span ? span.value : { from: "", to: "", dayIds: [], trackIds: [] }), every, minutes });
}

/** The slots that are ticked, and the length they are to have where `wantsLength`. */
export function readTicked(
	t: Translate,
	form: RawForm,
	wantsLength: boolean,
): Read<{ slots: SlotName[]; minutes: number }> {
	const { done, ...read } = reader(t, form);
	const slots = textsOf(form, "slots").flatMap((key) => slotOf(key) ?? []);
	if (slots.length === 0) read.add("slots", t("gridMessages.noSlots"));
	return done({ slots, minutes: wantsLength ? read.minutes("minutes", t("grid.length")) : 0 });
}

/** A special event; `track` is "" for all of them. */
export function readSpecial(t: Translate, form: RawForm): Read<Omit<SpecialEvent, "id"> & { dayId: string }> {
	const { done, ...read } = reader(t, form);
	const text = (name: keyof typeof MOST_TEXT) =>
		read.text(name, t(`grid.${name}`), MOST_TEXT[name], name.startsWith("title"));
	const title = text("title");
	if (title === "") read.add("title", t("problemMessages.required", { field: t("grid.title") }));
	const rest = { titleZh: text("titleZh"), description: text("description"), descriptionZh: text("descriptionZh") };
	const when = { time: read.time("time", t("grid.begins")), minutes: read.minutes("minutes", t("grid.length")) };
	return done({ title, ...rest, dayId: textOf(form, "day"), trackId: textOf(form, "track") || null, ...when });
}

/** What a form was made with, as it carried it; undefined where it carried nothing of that shape. */
function seen<T>(shape: z.ZodType<T>) {
	return (form: RawForm): T | undefined => {
		try {
			return shape.safeParse(JSON.parse(textOf(form, "was"))).data;
		} catch {
			return;
		}
	};
}

export const seenColumns = seen(z.array(z.object({ id: z.string(), room: z.string() })));

export const seenSpecial = seen(
	z.object({
		dayId: z.string(),
		trackId: z.string().nullable(),
		time: z.string(),
		minutes: z.number(),
		title: z.string(),
		titleZh: z.string(),
		description: z.string(),
		descriptionZh: z.string(),
	}),
);

/** The entries confirmed to be unscheduled. */
export function readSure(form: RawForm): ReadonlySet<number> {
	const ids = textOf(form, "sure").split(",").map(numberIn);
	return new Set(ids.filter((id) => id > 0));
}
