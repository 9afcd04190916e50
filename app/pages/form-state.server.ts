/** The state of a form: values, problems and photo. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { isTicked } from "../components/forms/controls.tsx";
import { REMOVE_PHOTO } from "../components/forms/photo-input.tsx";
import type { DraftState, FormState } from "../components/forms/programme-form.tsx";
import { SILENT } from "../components/forms/silence.tsx";
import { withUnencoded } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Locale, Programme } from "../programmes/define.ts";
import { formPath } from "../programmes/forms.ts";
import type { Problem } from "../programmes/problems.ts";
import { type CutField, LONGEST_SEEN, shownAgain } from "../programmes/shown-again.ts";
import { formatDay, formatInstant } from "../programmes/window.ts";
import { type Asked, about, addressOf, draftState } from "./form-drafts.server.ts";

export type KeptPhoto = NonNullable<ReturnType<AppLoadContext["services"]["photos"]["byName"]>>;

interface Shown {
	values: RawForm;
	problems?: readonly Problem[];
	headline?: string | undefined;
	headlineField?: string | undefined;
	attempts?: string;
	next?: FormState["next"];
	photo?: KeptPhoto;
	photoGone?: boolean;
	photoRemoved?: boolean;
	submitted?: FormState["submitted"];
	asksDiscard?: boolean;
	lacking?: readonly string[] | undefined;
	version?: number | undefined;
	seen?: string | undefined;
	drafts: DraftState;
}

/** What came with a post, as it is shown again. */
export function sent(
	context: AppLoadContext,
	asked: Asked,
	{ photo: kept, savedAt }: { photo?: KeptPhoto | undefined; savedAt: number | undefined },
): Shown {
	const { services, actor, form, upload } = context;
	const reference = textOf(form, "photo");
	const isRemoved = REMOVE_PHOTO in form;
	const photo = isRemoved ? undefined : (kept ?? services.photos.byReference(reference, actor, asked.programme));
	const isGone = context.cameWithPhoto
		? photo === undefined || photo.sourceHash !== upload?.sourceHash
		: reference !== "" && photo === undefined;
	return {
		values: form,
		attempts: textOf(form, "attempts"),
		photo,
		photoGone: isGone && !isRemoved,
		photoRemoved: isRemoved,
		// Text just typed needs no note about its origin.
		drafts: { ...draftState(context, asked, [], undefined, savedAt), shown: undefined },
	};
}

/** What the page of a form shows. */
export function stateOf(context: AppLoadContext, asked: Asked, shown: Shown): FormState {
	const { services, actor, locale, t } = context;
	const { programme, variant, editor, spot } = asked;
	const silent = isTicked(textOf(shown.values, SILENT));
	const { values: typed, cut } = shownAgain(programme, shown.values);
	if (cut.length > 0) context.page.hasProblems = true;
	const settle = programme.fields.find(({ kind }) => kind === "switch");
	const values = settle && "options" in settle ? settle.options.map(({ value }) => value) : [];
	const until = services.lateLinks.opensUntil(about(context, asked));
	const takes = until !== undefined || services.programmes.isOpen(programme.category);
	const state = {
		action: addressOf(asked),
		...shown,
		values: typed,
		problems: withCuts(t, programme, locale, shown.problems ?? [], cut),
		// A form that comes back after the end keeps its proof.
		opened:
			services.programmes.openedProof(programme.category) || textOf(shown.values, "opened").slice(0, LONGEST_PROOF),
		byLink:
			until === undefined ? undefined : { secret: asked.late ?? "", until: formatInstant(until, context.zone, locale) },
		isOver: !editor && takes && services.conference.facts(locale).isOver,
		...(!editor && until === undefined && closingOf(context, programme)),
		seen: textOf(shown.values, "seen").slice(0, LONGEST_SEEN) || shown.seen,
		attempts: (shown.attempts ?? "").slice(0, LONGEST_COUNTS),
		photo: shown.photo && { ...shown.photo, reference: services.photos.referenceTo(shown.photo.name, actor) },
		tracks: services.tracks.options(locale, [textOf(typed, "tracks")]),
		trackQuestion: services.tracks.question([textOf(typed, "tracks"), ...Object.values(variant?.fixed ?? {})]),
		variant,
		paths: Object.fromEntries(values.map((value) => [value, formPath(programme, { [settle?.name ?? ""]: value })])),
		editing: spot || undefined,
		editor,
		silent,
	};
	return withUnencoded(state, "programme", programme);
}

/** When an open call ends, or that it has been extended; nothing where it has no last day, or the event is over. */
function closingOf({ services, zone, locale, t }: AppLoadContext, { category }: Programme) {
	const last = services.programmes.lastInstant(category);
	if (!last) return;
	if (!last.isPast) return { closes: formatInstant(last.at, zone, locale) };
	if (services.conference.facts(locale).isOver) return;
	return { extended: t("dashboard.extended", { to: formatDay(last.at, zone, locale) }) };
}

/** Signed counts of every field of the largest form. */
const LONGEST_COUNTS = 4_096;

/** A signature. */
const LONGEST_PROOF = 64;

/** Reports each text that was cut, in place of a message about its length. */
function withCuts(
	t: AppLoadContext["t"],
	programme: Programme,
	locale: Locale,
	problems: readonly Problem[],
	cut: readonly CutField[],
): Problem[] {
	const said = new Map(
		cut.map(({ name, max }) => {
			const field = programme.fields.find((one) => one.name === name)?.label[locale] ?? name;
			return [name, t("consoleMessages.cutOff", { sentence: t("problemMessages.tooLong", { field, max }) })];
		}),
	);
	const told = problems.map((one) => ({ ...one, message: said.get(one.field) ?? one.message }));
	const silent = cut.filter(({ name }) => !problems.some(({ field }) => field === name));
	return [...told, ...silent.map(({ name }) => ({ field: name, message: said.get(name) ?? "" }))];
}
