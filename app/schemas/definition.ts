import { z } from "zod";
import { PROGRAMME_STATES } from "../enumerations.ts";
import { ENTRY_KINDS } from "../kinds.ts";
import { isDirected, isPlainText, isUnseen } from "../programmes/problems.ts";

/**
 * The shape of a programme's definition, wherever one comes from: an editor, a document or the program's own templates.
 * Types of definitions are inferred from it. What it cannot say of a whole (names that repeat, conditions that lead
 * nowhere) is said in `app/programmes/definition-faults.ts`.
 */

/** Sizes, in code points. */
export const MOST = {
	label: 200,
	hint: 500,
	prose: 2_000,
	name: 40,
	value: 100,
	options: 60,
	sections: 20,
	fields: 100,
} as const;

/** What is said of a text that is wrong in this way. */
const DIRECTION = { params: { fault: "direction" } };

/** Whether an issue is about controls of writing direction. */
export const isOfDirection = (issue: z.core.$ZodIssue): boolean =>
	issue.code === "custom" && issue.params?.fault === DIRECTION.params.fault;

/** A text of one line. */
export const line = (max: number, min = 0) =>
	z
		.string()
		.min(min)
		.max(max)
		.refine((text) => isPlainText(text) && !/[\r\n]/.test(text))
		.refine(isDirected, DIRECTION);
const prose = (max: number, min = 0) => z.string().min(min).max(max).refine(isPlainText);

/** A text in both languages of the portal. */
const both = (text: z.ZodType<string>) => z.strictObject({ en: text, zh: text }).readonly();
const words = both(line(MOST.label, 1).refine((text) => !isUnseen(text))).meta({ id: "Words" });
const texts = both(prose(MOST.prose, 1)).meta({ id: "Texts" });

/** A name is that of a form control, a JSON key and a CSV column. It never changes once there are answers. */
export const fieldName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/);
export const category = z
	.string()
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
	.max(MOST.name);
export const callPath = z
	.string()
	.regex(/^\/[a-z0-9]+(-[a-z0-9]+)*$/)
	.max(MOST.name + 1);

/** A field applies only while another one has this value (or, for lists, includes it). */
const condition = z
	.union([
		z.strictObject({ field: fieldName, is: line(MOST.value) }).readonly(),
		z.strictObject({ field: fieldName, includes: line(MOST.value) }).readonly(),
	])
	.meta({ id: "Condition" });

const option = z
	.strictObject({
		value: line(MOST.value, 1),
		label: words,
		/** Not offered any more. Answers that chose it stay readable. */
		retired: z.literal(true).optional(),
	})
	.readonly();
const options = z.array(option).min(1).max(MOST.options).readonly().meta({ id: "Options" });

/** A hint that is counted for the writer. Passing it warns and never refuses. */
const advice = z
	.strictObject({ unit: z.enum(["characters", "words"]), limit: z.number().int().min(1).max(10_000) })
	.readonly();

const size = (most: number) => z.number().int().min(1).max(most);
const LINE = 2_048;
const PROSE = 10_000;

const common = {
	/** Form control name, JSON key and CSV key: the entity's field name. */
	name: fieldName,
	label: words,
	hint: texts.optional(),
	required: z.literal(true).optional(),
	when: condition.optional(),
	/**
	 * Who may see the answer besides the administrators: the public, its author, or nobody else. Answers for
	 * administrators only are asked only in their form.
	 */
	audience: z.enum(["public", "owner", "admin"]),
	/** The entry column an answer lives in because SQL filters, sorts, joins or guards by it. Others go to the JSON column. */
	column: z.enum(["name", "email", "org", "title", "trackId", "photo", "consent"]).optional(),
	/** It came after the columns of CSV files were fixed, and has none. */
	csv: z.literal(false).optional(),
	/** Not asked any more. Answers that were given stay readable, searchable and exported. */
	retired: z.literal(true).optional(),
};

/**
 * The kinds of fields. A new kind is added here, and the compiler then shows each place that must handle it. `max` is
 * the hard limit in code points, far above any hint.
 */
const fieldKinds = [
	z.strictObject({
		...common,
		kind: z.literal("text"),
		max: size(LINE),
		autocomplete: line(40).optional(),
		inputMode: z.enum(["numeric", "tel"]).optional(),
	}),
	z.strictObject({ ...common, kind: z.literal("email"), max: size(LINE), autocomplete: line(40).optional() }),
	z.strictObject({ ...common, kind: z.literal("url"), max: size(LINE), placeholder: line(MOST.label).optional() }),
	z.strictObject({
		...common,
		kind: z.literal("textarea"),
		max: size(PROSE),
		rows: size(30),
		advice: advice.optional(),
	}),
	/** Radio buttons. `initial` is chosen at first. */
	z.strictObject({ ...common, kind: z.literal("radio"), options, initial: line(MOST.value).optional() }),
	/** One of many. */
	z.strictObject({ ...common, kind: z.literal("select"), options }),
	/** Any number of a few. */
	z.strictObject({ ...common, kind: z.literal("choices"), options }),
	/** A topic track. The proposal editor does not take "be assigned" for an answer (specification section 5). */
	z.strictObject({ ...common, kind: z.literal("track"), chosenInEditor: z.literal(true).optional() }),
	/** Chooses between the forms of one programme: each option is settled by a variant with an address of its own. */
	z.strictObject({ ...common, kind: z.literal("switch"), options }),
	/** A tick that makes answers repeat earlier ones, whatever was typed for them: target to source. */
	z.strictObject({ ...common, kind: z.literal("copy"), copies: z.record(fieldName, fieldName).readonly() }),
	z.strictObject({ ...common, kind: z.literal("consent"), text: texts }),
	/** A portrait that everyone sees. `work`: a picture or PDF of the work instead, for its author and the organisers. */
	z.strictObject({
		...common,
		kind: z.literal("photo"),
		adviceBytes: size(20 * 1024 * 1024),
		work: z.literal(true).optional(),
	}),
] as const;

export const field = z.discriminatedUnion("kind", fieldKinds);
export type DefinedField = Readonly<z.infer<typeof field>>;

/** A part of the form under a heading. */
const section = z
	.strictObject({
		key: fieldName,
		title: words,
		lead: texts.optional(),
		/** About the person and not the matter: stays the same from one entry to the next. */
		person: z.literal(true).optional(),
		fields: z.array(field.readonly()).max(MOST.fields).readonly(),
	})
	.readonly();

/** A form of the programme for one occasion: an address of its own, or an event named in the address. */
const variant = z
	.strictObject({
		path: callPath.optional(),
		event: category.optional(),
		banner: texts.optional(),
		/** Answers it settles, whatever is posted. */
		fixed: z.record(fieldName, line(MOST.value)).readonly(),
	})
	.readonly();

/** What the database starts with; administrators change it later. Instants are ISO 8601 with the event's offset. */
const window = z
	.strictObject({
		state: z.enum(PROGRAMME_STATES),
		opensAt: z.iso.datetime({ offset: true }).optional(),
		closesAt: z.iso.datetime({ offset: true }).optional(),
	})
	.readonly();

export const programmeDefinition = z
	.strictObject({
		/** The code stored with each entry. */
		category,
		kind: z.enum(ENTRY_KINDS),
		path: callPath,
		/** What the dashboard and lists call an entry of this programme. */
		label: words,
		/** Heading of the form and page title. */
		title: words,
		lead: texts,
		/** The login screen and the dashboard show a card for it, with its period; the others are listed when they are open. */
		announced: z.literal(true).optional(),
		/**
		 * What happens to a form in which required answers are missing. `soft`: it is let through at the third failure of one
		 * field (specification section 5). `strict`: it never is. `later`: a second button sends it, to be completed later.
		 */
		checking: z.enum(["soft", "strict", "later"]),
		window,
		/** With their fields in the order in which missing ones are reported. */
		sections: z.array(section).max(MOST.sections).readonly(),
		variants: z.array(variant).max(MOST.sections).readonly().optional(),
	})
	.readonly();

export type ProgrammeDefinition = z.infer<typeof programmeDefinition>;
