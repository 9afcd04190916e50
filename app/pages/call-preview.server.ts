/** The form of a call as its visitors would see it, with the changes that are not public. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { SWITCH } from "../components/forms/controls.tsx";
import type { DraftState, FormState } from "../components/forms/programme-form.tsx";
import { translators } from "../locales/index.ts";
import { type RawForm, readAnswers, textOf } from "../programmes/answers.ts";
import { defineProgramme, type Locale } from "../programmes/define.ts";
import { variantAt } from "../programmes/forms.ts";
import {
	malformedFields,
	missingFields,
	type Problem,
	reportingOrder,
	requiredMessage,
} from "../programmes/problems.ts";
import { callPath } from "./call-page.server.ts";
import type { Asked } from "./form-drafts.server.ts";
import { stateOf } from "./form-state.server.ts";

const NO_DRAFT: DraftState = {
	name: "",
	base: 0,
	movesOnSave: false,
	lost: false,
	chosen: true,
	place: "browser",
	others: [],
};

/** The form that an address of the preview names. @throws AppError NOT_FOUND */
export function previewAsked(context: AppLoadContext, category: string, url: URL) {
	const { definition } = context.services.callForms.open(context.actor, category);
	const programme = defineProgramme(definition);
	const language: Locale = url.searchParams.get("in") === "zh" ? "zh" : "en";
	const variant = variantAt(programme, { path: url.searchParams.get("at") ?? programme.path });
	const asked: Asked = { url, programme, variant, editor: false, spot: "", key: "", token: "" };
	/** The same form in another language. */
	const pathIn = (to: Locale) =>
		`${callPath(category, "/preview")}?${new URLSearchParams({ in: to, at: variant?.path ?? programme.path })}`;
	return { asked, language, paths: { en: pathIn("en"), zh: pathIn("zh") } };
}

type PreviewAsked = ReturnType<typeof previewAsked>;

/** @param values as they were typed, with what is wrong in them */
export function previewState(
	context: AppLoadContext,
	{ asked, language }: PreviewAsked,
	values: RawForm = {},
	problems: readonly Problem[] = [],
): FormState {
	const state = stateOf({ ...context, locale: language, t: translators[language] }, asked, {
		values,
		problems,
		drafts: NO_DRAFT,
	});
	const at = (path: string) =>
		`${callPath(asked.programme.category, "/preview")}?${new URLSearchParams({ in: language, at: path })}`;
	const paths = Object.fromEntries(Object.entries(state.paths).map(([value, path]) => [value, at(path)]));
	return Object.assign(state, { paths, action: at(asked.variant?.path ?? asked.programme.path) });
}

/** The form of a call in each language, to show one of its questions in. @throws AppError NOT_FOUND */
export function questionStates(context: AppLoadContext, category: string): Record<Locale, FormState> {
	const asked = (language: Locale) =>
		previewAsked(context, category, new URL(`?in=${language}`, "http://rostrum.invalid"));
	return { en: previewState(context, asked("en")), zh: previewState(context, asked("zh")) };
}

/** Address of the form that was chosen with the switch of a form, if that was pressed. */
export function otherForm(context: AppLoadContext, asked: PreviewAsked): string | undefined {
	const { form } = context;
	if (!(SWITCH in form)) return;
	const { fields } = asked.asked.programme;
	const chosen = fields.find(({ kind }) => kind === "switch")?.name ?? "";
	const { paths } = previewState(context, asked);
	const value = textOf(form, chosen);
	return Object.hasOwn(paths, value) ? paths[value] : undefined;
}

/** What the form would say to these answers at the first attempt. Nothing is stored. */
export function previewProblems(
	{ services }: AppLoadContext,
	{ asked: { programme, variant }, language }: PreviewAsked,
	form: RawForm,
	hasFile: boolean,
): Problem[] {
	const t = translators[language];
	const answers = readAnswers(programme, form, { omittedConsent: "refused", fixed: variant?.fixed });
	const asksTrack = services.tracks.question(Object.values(variant?.fixed ?? {})) === "asked";
	const fields = programme.fields.filter(({ kind }) => kind !== "track" || asksTrack);
	const said = new Map(
		malformedFields({ fields }, answers, { t, locale: language, tracks: services.tracks.ids() }).map((one) => [
			one.field,
			one.message,
		]),
	);
	for (const field of missingFields(programme, answers, { photo: hasFile, editor: false }))
		said.set(field.name, requiredMessage(t, programme, { field, locale: language, failures: 1 }));
	return reportingOrder(programme).flatMap(({ name }) => {
		const message = said.get(name);
		return message === undefined ? [] : [{ field: name, message }];
	});
}
