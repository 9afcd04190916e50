import type { Field, FieldKind, FieldOf, Option } from "./define.ts";
import { LONGEST_ADDRESS } from "./email.ts";

/** How the definitions write fields: name and both labels first, then what is special. Sizes: reliability, hard caps. */

const NAME = 200;
const LINK = 2_048;
const TITLE = 300;
const PROSE = 10_000;

type More<K extends FieldKind> = Partial<Omit<FieldOf<K>, "kind" | "name" | "label">>;

const base = (name: string, en: string, zh: string) => ({ name, label: { en, zh }, audience: "owner" as const });

export const text = (name: string, en: string, zh: string, more: More<"text"> = {}): Field => ({
	kind: "text",
	...base(name, en, zh),
	max: NAME,
	...more,
});

export const title = (name: string, en: string, zh: string, more: More<"text"> = {}): Field =>
	text(name, en, zh, { required: true, audience: "public", column: "title", max: TITLE, ...more });

export const email = (name: string, en: string, zh: string, more: More<"email"> = {}): Field => ({
	kind: "email",
	...base(name, en, zh),
	max: LONGEST_ADDRESS,
	...more,
});

export const link = (name: string, en: string, zh: string, more: More<"url"> = {}): Field => ({
	kind: "url",
	...base(name, en, zh),
	max: LINK,
	placeholder: "https://…",
	...more,
});

export const prose = (name: string, en: string, zh: string, more: More<"textarea"> = {}): Field => ({
	kind: "textarea",
	...base(name, en, zh),
	max: PROSE,
	rows: 5,
	...more,
});

export const option = (value: string, en: string, zh: string): Option => ({ value, label: { en, zh } });

export const radio = (
	name: string,
	en: string,
	zh: string,
	options: readonly Option[],
	more: More<"radio"> = {},
): Field => ({ kind: "radio", ...base(name, en, zh), options, ...more });

export const select = (
	name: string,
	en: string,
	zh: string,
	options: readonly Option[],
	more: More<"select"> = {},
): Field => ({ kind: "select", ...base(name, en, zh), options, ...more });

export const choices = (
	name: string,
	en: string,
	zh: string,
	options: readonly Option[],
	more: More<"choices"> = {},
): Field => ({ kind: "choices", ...base(name, en, zh), options, ...more });

/** A select, because text browsers tick the first radio button of a group by themselves. */
export const YES_NO: readonly Option[] = [option("Yes", "Yes", "是"), option("No", "No", "否")];

/** What every call asks first. A box left unticked is stored as such, and such an entry is never public. */
const agreement = (en: string, zh: string): Field => ({
	kind: "consent",
	...base("consent", "Consent", "同意声明"),
	text: { en, zh },
	required: true,
	column: "consent",
});

export const consent = agreement(
	"I agree that the organisers store what I send, contact me about it, and may publish it, except contact details and what is marked as internal.",
	"我同意主办方保存我提交的内容、就此与我联系，并可公开其中除联系方式和标明仅供内部使用的部分以外的内容。",
);

/** The same where nothing is ever published. */
export const consentToStoring = agreement(
	"I agree that the organisers store what I send and contact me about it. It is not published.",
	"我同意主办方保存我提交的内容并就此与我联系。这些内容不会公开。",
);

export const internalUse = { en: "Internal use only, not published", zh: "仅供内部使用，不会公开" };
