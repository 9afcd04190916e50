import { parse } from "node-html-parser";
import { letterOf } from "../../app/mails/letter-texts.ts";
import type { MailText, MailTextKind, OwnValues } from "../../app/mails/mail-texts.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { shippedText } from "../../server/mail/shipped-texts.ts";
import { shippedBrand } from "./brand.ts";
import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

/** What mails of the shipped event can name. */
export function shippedValues(locale: Locale, facts: { place?: string; dates?: string } = {}) {
	const [place, dates] = { en: ["Hangzhou", "13–14 September 2025"], zh: ["杭州", "2025年9月13日至14日"] }[locale];
	const { product: event, support, foundation: organisation } = shippedBrand;
	return { event, place: place ?? "", dates: dates ?? "", support, organisation, ...facts };
}

/** A mail with the program's own text, without a portal. */
export function shippedLetter<K extends MailTextKind>(
	kind: K,
	locale: Locale,
	values: OwnValues<K>,
	facts: { place?: string; dates?: string } = {},
): MailText {
	const event = shippedValues(locale, facts);
	return letterOf(shippedText(kind, locale, event), { ...event, ...values });
}

const FORM = { selector: 'main form[method="post"]' };

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

export const textPage = async (agent: Agent, kind: MailTextKind) =>
	(await agent.get(`/admin/mail/texts/${kind}`).expect(200)).text;

/** Fills in the form of a text as the page has it, and presses a button of it. */
export const changeText = async (agent: Agent, kind: MailTextKind, filling: Filling, button = "do.save") =>
	submitForm(agent, await textPage(agent, kind), filling, { ...FORM, button });

/** The two mails that a preview shows: English, then Chinese. */
export function previewIn(html: string): MailText[] {
	const shown = parse(html).querySelectorAll("section[aria-labelledby=h-preview] > div");
	return shown.map((one) => ({
		subject: one.querySelector("strong")?.textContent ?? "",
		body: one.querySelector("pre")?.textContent ?? "",
	}));
}
