/** What the pages with a programme's form have in common: the public forms and the proposal editor. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { SWITCH } from "../components/controls.tsx";
import {
	DISCARD_DRAFT,
	type DraftState,
	type FormState,
	REMOVE_PHOTO,
	SAVE_DRAFT,
} from "../components/programme-form.tsx";
import { notYours, seeOther } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { Locale, Programme, Variant } from "../programmes/define.ts";
import { formPath } from "../programmes/forms.ts";
import { numberIn } from "../programmes/number.ts";
import type { Problem } from "../programmes/problems.ts";
import { type CutField, shownAgain } from "../programmes/shown.ts";
import { formatInstant } from "../programmes/window.ts";
import { type Asked, about, addressOf, draftState, goneSince, thanksFor } from "./form-drafts.server.ts";

type Services = AppLoadContext["services"];
type KeptPhoto = NonNullable<ReturnType<Services["photos"]["byName"]>>;

interface Shown {
	values: RawForm;
	problems?: readonly Problem[];
	headline?: string | undefined;
	attempts?: string;
	photo?: KeptPhoto;
	drafts: DraftState;
}

/** A form as it is opened: with the draft, the entry or what is known of the person. @throws Response 404 */
export function openForm(context: AppLoadContext, asked: Asked): FormState {
	const { services, actor } = context;
	const { url, programme, spot, editor } = asked;
	const entry = entryToEdit(context, asked);
	const versions = services.drafts.versions(actor, about(context, asked));
	const choice = url.searchParams.get("draft");
	const [newest] = versions;
	// A draft older than the entry was overtaken by it: it is offered, not shown.
	const usual = newest && newest.savedAt >= (entry?.updatedAt ?? 0) ? newest : undefined;
	const draft = choice === null ? usual : versions.find(({ savedAt }) => String(savedAt) === choice);
	const blank = () => (editor ? {} : services.entries.prefill(actor, programme));
	const photo = draft ? draft.photo : entry?.photo;
	return stateOf(context, asked, {
		values: draft?.values ?? (entry && spot ? services.entries.asForm(entry) : blank()),
		photo: photo ? services.photos.byName(photo) : undefined,
		drafts: {
			...draftState(context, asked, versions, draft?.savedAt),
			gone: goneSince(context, asked),
			...(draft && context.flash.take() && { saved: true }),
		},
	});
}

/** Does what the pressed button says. Whatever goes wrong, the form comes back with everything that was typed. */
export async function takeForm(context: AppLoadContext, asked: Asked) {
	const { services, actor, form, locale, page } = context;
	try {
		return await take();
	} catch (error) {
		if (error instanceof Response) throw error;
		// The service has kept what was typed, where it could.
		const [kept] = services.drafts.versions(actor, about(context, asked));
		const photo = kept?.photo ? services.photos.byName(kept.photo) : undefined;
		return notTaken(error, { photo, savedAt: kept?.savedAt });
	}

	async function take() {
		if (context.refusal) {
			const { photo, savedAt } = await services.entries.saveDraft(actor, submissionOf(context, asked));
			return notTaken(context.refusal, { photo: photo.kept, savedAt });
		}
		if (DISCARD_DRAFT in form) {
			const rest = await services.drafts.discard(actor, about(context, asked), numberIn(textOf(form, "draftBase")));
			// Another version is offered then, as it was before, and not put into the form by itself.
			return seeOther(addressOf(asked, rest > 0 ? { draft: "none" } : {}));
		}
		// Whoever holds a private link is recognised by it, signed in or not.
		if (context.sessionEnded && asked.key === "") return toLogin(context, asked);
		const other = switchedTo(asked, form);
		if (other || SAVE_DRAFT in form || SWITCH in form) return keep(context, asked, other);
		if (REMOVE_PHOTO in form) {
			const sentForm = submissionOf(context, asked).form;
			const savedAt = await services.drafts.save(actor, about(context, asked), sentForm, undefined);
			if (savedAt !== undefined && canReturn(context)) return seeOther(context.flash.say(addressOf(asked), []));
			return data(stateOf(context, asked, sent(context, asked, { savedAt })));
		}
		const result = await services.entries.submit(actor, submissionOf(context, asked));
		if (result.ok) {
			const key = actor.user ? undefined : services.entries.keyOfSent(result);
			if (key) context.keepStep("sent", key);
			return seeOther(`/thank-you?${thanksFor(context, asked, result.spotId)}`);
		}
		page.hasProblems = true;
		const { photo, savedAt, problems, headline, attempts } = result;
		const state = { ...sent(context, asked, { photo, savedAt }), problems, headline, attempts };
		return data(stateOf(context, asked, state), { status: 422 });
	}

	/** The form as it was sent, with the reason above it that is no fault of an answer. */
	function notTaken(error: unknown, kept: { photo: KeptPhoto | undefined; savedAt: number | undefined }) {
		const { status, message, code } = context.explain(error);
		// Where nothing could be kept, it is in this form only.
		if (code === "NOT_SIGNED_IN" && kept.savedAt !== undefined) return loginFor(asked);
		page.hasProblems = true;
		const time = kept.savedAt && formatInstant(kept.savedAt, context.zone, locale);
		const isKept = code === "PROGRAMME_CLOSED" && time;
		const headline = isKept ? `${message} ${context.t("closed.kept", { time })}` : message;
		return data(stateOf(context, asked, { ...sent(context, asked, kept), headline }), { status });
	}

	/** Keeps what was typed, unjudged, and shows it again; or the form of another track, with what they share. */
	async function keep(context: AppLoadContext, asked: Asked, other: Variant | undefined) {
		const { savedAt, photo } = await services.entries.saveDraft(actor, submissionOf(context, asked));
		const next = other ? { ...asked, variant: other } : asked;
		// A browser that sends cookies finds its draft at the other address; to any other it is shown here.
		const isKept = savedAt !== undefined && !photo.refusal;
		if (other?.path && context.isReturning && isKept) return seeOther(addressOf(next));
		if (isKept && canReturn(context)) {
			return seeOther(context.flash.say(addressOf(next), []));
		}
		const [kept] = services.drafts.versions(actor, about(context, asked));
		const shown = sent(context, next, { photo: photo.kept, savedAt });
		const drafts: DraftState = { ...draftState(context, next, [], undefined, savedAt), saved: true };
		const field = asked.programme.fields.find(({ kind }) => kind === "photo");
		const problems =
			photo.refusal && field ? [{ field: field.name, message: context.t(`photo.refused.${photo.refusal}`) }] : [];
		const headline = savedAt === undefined ? context.t("form.draftNotKept") : undefined;
		page.hasProblems = problems.length > 0 || headline !== undefined;
		const values = { ...kept?.values, ...form, ...other?.fixed };
		const state = stateOf(context, next, { ...shown, values, problems, headline, drafts });
		return data(state, { status: page.hasProblems ? 422 : 200 });
	}

	/** The session ended while the form was filled in: what was typed is kept, and is back after signing in; or it stays here. */
	async function toLogin(context: AppLoadContext, asked: Asked) {
		const { savedAt } = await services.entries.saveDraft(actor, submissionOf(context, asked), context.endedFor);
		context.forgetSession();
		if (savedAt !== undefined) return loginFor(asked);
		page.hasProblems = true;
		const state = { ...sent(context, asked, { savedAt }), headline: context.t("login.ended") };
		return data(stateOf(context, asked, state), { status: 401 });
	}

	function loginFor(asked: Asked) {
		return seeOther(`/login?${new URLSearchParams({ ended: "1", kept: "1", return: addressOf(asked) })}`);
	}

	function submissionOf(context: AppLoadContext, asked: Asked) {
		const key = asked.key;
		return { ...about(context, asked), form: { ...form, key }, upload: context.upload, locale, from: "page" as const };
	}
}

/** The browser finds at the next address what was kept for it here. A script stays where it is. */
function canReturn({ isReturning, fromScript }: AppLoadContext): boolean {
	return isReturning && !fromScript;
}

/** The form of the programme whose switch was chosen instead of this one's. */
function switchedTo({ programme, variant }: Asked, form: RawForm): Variant | undefined {
	const field = programme.fields.find(({ kind }) => kind === "switch");
	const chosen = field && textOf(form, field.name);
	if (!field || !chosen || chosen === variant?.fixed[field.name]) return;
	return programme.variants.find(({ path, fixed }) => path && fixed[field.name] === chosen);
}

/**
 * The entry named in the address, when it is the visitor's to change. @throws Response 404 otherwise; a redirect to its
 * page when it is withdrawn, where it can be handed in again
 */
function entryToEdit(context: AppLoadContext, { spot, key, programme }: Asked) {
	const { services, actor, page } = context;
	if (!spot || services.entries.idOf(spot) === 0) return;
	const entry = services.entries.ownEntry(actor, spot, key);
	const own = entry?.category === programme.category ? entry : undefined;
	if (own && own.withdrawnAt !== null && !page.hasProblems) {
		throw seeOther(`/entry/${spot}${key ? `?${new URLSearchParams({ key })}` : ""}`);
	}
	const usable = own?.withdrawnAt === null ? own : undefined;
	// After a post the form comes back with what was typed, whatever has become of the entry.
	if (!usable && !page.hasProblems) throw notYours(context, spot, key);
	return usable;
}

/** What came with a post, as it is shown again. */
function sent(
	context: AppLoadContext,
	asked: Asked,
	{ photo, savedAt }: { photo?: KeptPhoto | undefined; savedAt: number | undefined },
): Shown {
	const { services, actor, form } = context;
	return {
		values: form,
		attempts: textOf(form, "attempts"),
		photo: REMOVE_PHOTO in form ? undefined : (photo ?? services.photos.byReference(textOf(form, "photo"), actor)),
		// What was just typed needs no word about where it came from.
		drafts: { ...draftState(context, asked, [], undefined, savedAt), shown: undefined },
	};
}

function stateOf(context: AppLoadContext, asked: Asked, shown: Shown): FormState {
	const { services, actor, locale, t } = context;
	const { programme, variant, editor, spot } = asked;
	const { values: typed, cut } = shownAgain(programme, shown.values);
	if (cut.length > 0) context.page.hasProblems = true;
	const settle = programme.fields.find(({ kind }) => kind === "switch");
	const values = settle && "options" in settle ? settle.options.map(({ value }) => value) : [];
	return {
		category: programme.category,
		action: addressOf(asked),
		...shown,
		values: typed,
		problems: withCuts(t, programme, locale, shown.problems ?? [], cut),
		attempts: (shown.attempts ?? "").slice(0, LONGEST_COUNTS),
		photo: shown.photo && { ...shown.photo, reference: services.photos.referenceTo(shown.photo.name, actor) },
		tracks: services.tracks.options(locale, [textOf(typed, "tracks")]),
		variant,
		paths: Object.fromEntries(values.map((value) => [value, formPath(programme, { [settle?.name ?? ""]: value })])),
		editing: spot || undefined,
		editor,
	};
}

/** Signed counts of every field of the largest form. */
const LONGEST_COUNTS = 4_096;

/** Says of each text that was cut that it was: in place of its length alone, or where nothing was said of it. */
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
			return [name, t("problems.cutOff", { sentence: t("problems.tooLong", { field, max }) })];
		}),
	);
	const told = problems.map((one) => ({ ...one, message: said.get(one.field) ?? one.message }));
	const silent = cut.filter(({ name }) => !problems.some(({ field }) => field === name));
	return [...told, ...silent.map(({ name }) => ({ field: name, message: said.get(name) ?? "" }))];
}
