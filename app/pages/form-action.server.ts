/** What the buttons of a programme's form do. Server only. */

import { type AppLoadContext, data } from "@remix-run/node";
import { withReturn } from "../accounts/return-path.ts";
import { isTicked, LOCKED, SWITCH } from "../components/forms/controls.tsx";
import {
	ASK_DISCARD,
	DISCARD_DRAFT,
	MAIL_DRAFT,
	SAVE_DRAFT,
	SEND_INCOMPLETE,
} from "../components/forms/draft-buttons.tsx";
import { REMOVE_PHOTO } from "../components/forms/photo-input.tsx";
import type { DraftState } from "../components/forms/programme-form.tsx";
import { SILENT } from "../components/forms/silence.tsx";
import { PREFERENCES } from "../components/layout/preferences.tsx";
import { seeOther } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import type { FieldOf, Programme, Variant } from "../programmes/define.ts";
import { numberIn } from "../programmes/number.ts";
import type { Problem } from "../programmes/problems.ts";
import { labelsOf } from "../programmes/shown-answers.ts";
import { uploadIn, uploadRefused } from "../programmes/uploads.ts";
import { formatInstant } from "../programmes/window.ts";
import { type Asked, about, addressOf, afterChange, draftState, othersKept, thanksFor } from "./form-drafts.server.ts";
import { type KeptPhoto, sent, stateOf } from "./form-state.server.ts";
import { untouchedAt } from "./form-untouched.server.ts";

type Services = AppLoadContext["services"];
type PhotoRefusal = Awaited<ReturnType<Services["entries"]["saveDraft"]>>["photo"]["refusal"];

/** The script of the form names it where Enter in a field sent it. */
const BY_ENTER = "by-enter";

/** A page shows every question and the photo, so what it omits is an answer too. Refused forms are kept as drafts. */
const WHOLE_FORM = {
	omittedConsent: "refused",
	omittedFields: "emptied",
	lostPhoto: "problem",
	keepsDraft: true,
} as const;

/** Runs the action of the pressed button. Whatever goes wrong, the form comes back with everything typed. */
export async function takeForm(context: AppLoadContext, asked: Asked) {
	const { services, actor, form, locale, page } = context;
	try {
		return await take();
	} catch (error) {
		if (error instanceof Response) throw error;
		// The service has stored the typed text as a draft, if possible.
		const [kept] = services.drafts.versions(actor, about(context, asked));
		const photo = kept?.photo ? services.photos.byName(kept.photo) : undefined;
		return notTaken(error, { photo, savedAt: kept?.savedAt });
	}

	async function take() {
		if (context.refusal) {
			const { photo, savedAt } = await services.entries.saveDraft(actor, submissionOf(context, asked));
			return notTaken(context.refusal, { photo: photo.kept, savedAt }, photoProblems(photo.refusal));
		}
		if (DISCARD_DRAFT in form) {
			const base = numberIn(textOf(form, "draftBase"));
			const rest = await services.drafts.discard(actor, about(context, asked), base);
			// The other version is then offered as before, not filled in.
			const next = addressOf(asked, rest > 0 ? { draft: "none" } : {});
			// The editor empties its form with this button too.
			return seeOther(base > 0 ? context.flash.say(next, [context.t("form.draftDeleted")]) : next);
		}
		if (ASK_DISCARD in form) return askDiscard(context, asked);
		// A private link identifies its holder, logged in or not.
		if (context.sessionEnded && asked.key === "") return toLogin(context, asked);
		if (context.prefers) return comeBack(context, asked);
		if (MAIL_DRAFT in form && !asked.spot && !asked.editor) return mailLink(context, asked);
		const other = switchedTo(asked, form);
		if (other || SAVE_DRAFT in form || MAIL_DRAFT in form || SWITCH in form) return keep(context, asked, other);
		if (REMOVE_PHOTO in form) {
			const sentForm = submissionOf(context, asked).form;
			const savedAt = await services.drafts.save(actor, about(context, asked), sentForm, undefined);
			if (savedAt !== undefined && canReturn(context)) {
				const field = uploadIn(asked.programme.fields)?.name ?? "";
				return seeOther(context.flash.say(`${addressOf(asked)}#f-${field}`, [], REMOVE_PHOTO));
			}
			return data(stateOf(context, asked, sent(context, asked, { savedAt })));
		}
		const unlocked = unlockedIn(asked.programme, form);
		if (unlocked) return unlock(context, asked, unlocked);
		const submission = submissionOf(context, asked);
		const result = await services.entries.submit(actor, submission);
		if (result.ok && submission.id > 0) return afterChange(context, asked, result);
		if (result.ok) {
			const next = `/thank-you?${thanksFor(context, asked, result)}`;
			const key = actor.user ? undefined : services.entries.keyOfSent(result);
			if (key) context.keepSentKey(key);
			return seeOther(next);
		}
		page.hasProblems = true;
		const { photo, savedAt, problems, headline, headlineField, attempts, next, others } = result;
		const { drafts, ...shown } = sent(context, asked, { photo, savedAt });
		const told = othersKept(context, asked, others?.joined);
		const state = {
			...shown,
			values: others?.form ?? form,
			drafts: { ...drafts, told },
			problems,
			headline,
			headlineField,
			attempts,
			next: next && {
				missing: labelsOf(asked.programme, next.missing, locale),
				kept: labelsOf(asked.programme, next.kept, locale),
			},
		};
		return data(stateOf(context, asked, state), { status: 422 });
	}

	/** The form as sent, with an error above it that no single answer caused. */
	function notTaken(
		error: unknown,
		kept: { photo: KeptPhoto | undefined; savedAt: number | undefined },
		problems: Problem[] = [],
	) {
		const { status, message, code, isLate } = context.explain(error);
		// If no draft could be saved, the text exists in this form only.
		if (code === "NOT_SIGNED_IN" && kept.savedAt !== undefined) return loginFor(asked);
		page.hasProblems = true;
		const isFound = kept.savedAt !== undefined && !draftState(context, asked, [], undefined, kept.savedAt).lost;
		const time = isFound && kept.savedAt && formatInstant(kept.savedAt, context.zone, locale);
		const isKept = code === "PROGRAMME_CLOSED" && !isLate && time;
		const headline = isKept ? `${message} ${context.t("closed.kept", { time })}` : message;
		return data(stateOf(context, asked, { ...sent(context, asked, kept), problems, headline }), { status });
	}

	/**
	 * The form in another language or theme, with everything typed: as a draft if the browser can find it again. No
	 * draft is made of an untouched form.
	 */
	async function comeBack(context: AppLoadContext, asked: Asked) {
		const untouched = untouchedAt(context, asked);
		if (untouched) return seeOther(`${untouched}#${PREFERENCES}`);
		const { savedAt, photo } = await services.entries.saveDraft(actor, submissionOf(context, asked));
		const problems = photoProblems(photo.refusal);
		if (savedAt !== undefined && problems.length === 0 && canReturn(context)) {
			return seeOther(`${addressOf(asked)}#${PREFERENCES}`);
		}
		page.hasProblems = problems.length > 0;
		const state = stateOf(context, asked, { ...sent(context, asked, { photo: photo.kept, savedAt }), problems });
		return data(state, { status: page.hasProblems ? 422 : 200 });
	}

	/** The form with the copies of an unticked box unlocked. Nothing is sent: they could not be changed before. */
	async function unlock(context: AppLoadContext, asked: Asked, box: FieldOf<"copy">) {
		const { savedAt, photo } = await services.entries.saveDraft(actor, submissionOf(context, asked));
		const [first] = Object.keys(box.copies);
		const fields = labelsOf(asked.programme, Object.keys(box.copies), locale);
		const headline = context.t("form.unlocked", { box: box.label[locale], fields });
		page.hasProblems = true;
		const shown = { ...sent(context, asked, { photo: photo.kept, savedAt }), headline, headlineField: first };
		return data(stateOf(context, asked, shown), { status: 422 });
	}

	/** The form as it is, saved, with the question whether it is to be deleted. */
	async function askDiscard(context: AppLoadContext, asked: Asked) {
		const { savedAt, photo } = await services.entries.saveDraft(actor, submissionOf(context, asked));
		return data(
			stateOf(context, asked, { ...sent(context, asked, { photo: photo.kept, savedAt }), asksDiscard: true }),
		);
	}

	/** Saves a draft, mails a link to it, and shows the form again with the result. */
	async function mailLink(context: AppLoadContext, asked: Asked) {
		const { savedAt, photo } = await services.entries.saveDraft(actor, submissionOf(context, asked));
		const field = asked.programme.fields.find(({ column }) => column === "email")?.name ?? "";
		const [typed, problems] = [textOf(form, field), photoProblems(photo.refusal)];
		const isKept = savedAt !== undefined;
		const outcome = isKept ? await services.draftLinks.send(actor, about(context, asked), typed, locale) : undefined;
		const words = { address: services.draftLinks.recipientOf(actor, typed), support: context.brand.support };
		const told = outcome === "sent" ? [context.t(context.mailLeaves ? "form.linkSent" : "form.linkSaved", words)] : [];
		if (outcome === "sent" && problems.length === 0 && canReturn(context)) {
			return seeOther(context.flash.say(addressOf(asked), told));
		}
		if (outcome === "address") problems.push({ field, message: context.t("login.email") });
		const headline = isKept
			? outcome === "limit"
				? context.t("form.linkLimit")
				: undefined
			: context.t("form.draftNotKept");
		page.hasProblems = problems.length > 0 || headline !== undefined;
		const drafts: DraftState = { ...draftState(context, asked, [], undefined, savedAt), saved: true, told };
		const shown = { ...sent(context, asked, { photo: photo.kept, savedAt }), problems, headline, drafts };
		return data(stateOf(context, asked, shown), { status: page.hasProblems ? 422 : 200 });
	}

	/**
	 * Saves a draft without validation and shows the form again; or the form of another track, with the shared answers.
	 */
	async function keep(context: AppLoadContext, asked: Asked, other: Variant | undefined) {
		const submission = { ...submissionOf(context, asked), isSwitched: other !== undefined };
		const { savedAt, photo } = await services.entries.saveDraft(actor, submission);
		const next = other ? { ...asked, variant: other } : asked;
		// A browser with cookies finds its draft at the other address; for others the form is shown here.
		const isKept = savedAt !== undefined && !photo.refusal;
		const isSubmit = ![SWITCH, SAVE_DRAFT, MAIL_DRAFT, REMOVE_PHOTO].some((button) => button in form);
		const told = other ? [context.t(isSubmit ? "form.switchedUnsent" : "form.switched")] : [];
		if (other?.path && context.isReturning && isKept) return seeOther(context.flash.say(addressOf(next), told));
		if (isKept && canReturn(context)) return seeOther(context.flash.say(addressOf(next), told));
		const [kept] = services.drafts.versions(actor, about(context, asked));
		const shown = sent(context, next, { photo: photo.kept, savedAt });
		const drafts: DraftState = { ...draftState(context, next, [], undefined, savedAt), saved: true, told };
		const problems = photoProblems(photo.refusal);
		const isUnfound = drafts.lost && SAVE_DRAFT in form && !context.fromScript;
		const headline =
			savedAt === undefined ? context.t("form.draftNotKept") : isUnfound ? whyLost(context, asked) : undefined;
		page.hasProblems = problems.length > 0 || headline !== undefined;
		const values = { ...kept?.values, ...form, ...other?.fixed };
		const state = stateOf(context, next, { ...shown, values, problems, headline, drafts });
		return data(state, { status: page.hasProblems ? 422 : 200 });
	}

	/** Says why a saved draft cannot be found again, and how it could be. */
	function whyLost({ t, mailLeaves }: AppLoadContext, { spot }: Asked): string {
		const button = t(mailLeaves ? "form.mailDraft" : "form.mailDraftSaved");
		return spot ? t("form.draftLost") : t("form.draftLostLink", { button });
	}

	function photoProblems(refusal: PhotoRefusal): Problem[] {
		const field = uploadIn(asked.programme.fields);
		return refusal && field ? [{ field: field.name, message: uploadRefused(context.t, field, refusal) }] : [];
	}

	/** The session ended while the form was filled in: the text is saved and comes back after login, or stays here. */
	async function toLogin(context: AppLoadContext, asked: Asked) {
		const { endedFor, photoOf } = context;
		const { savedAt } = await services.entries.saveDraft(actor, submissionOf(context, asked), {
			owner: endedFor,
			photoOf,
		});
		context.forgetSession();
		if (savedAt !== undefined) return loginFor(asked);
		page.hasProblems = true;
		const state = { ...sent(context, asked, { savedAt }), headline: context.t("login.ended") };
		return data(stateOf(context, asked, state), { status: 401 });
	}

	function loginFor(asked: Asked) {
		return seeOther(withReturn("/login?ended=1&kept=1", addressOf(asked)));
	}

	function submissionOf(context: AppLoadContext, asked: Asked) {
		const { upload, arrivedAt } = context;
		const silent = isTicked(textOf(form, SILENT));
		return {
			...about(context, asked),
			...WHOLE_FORM,
			silent,
			byEnter: BY_ENTER in form,
			sendsIncomplete: SEND_INCOMPLETE in form,
			form: { ...form, key: asked.key },
			upload,
			arrivedAt,
			locale,
		};
	}
}

/** The browser finds its draft at the next address. A script stays on its page. */
function canReturn({ isReturning, fromScript }: AppLoadContext): boolean {
	return isReturning && !fromScript;
}

/** The box that is no longer ticked, whose copies were shown locked and are still those: nobody could change them. */
function unlockedIn({ fields }: Programme, form: RawForm): FieldOf<"copy"> | undefined {
	for (const field of fields) {
		if (field.kind !== "copy" || isTicked(textOf(form, field.name))) continue;
		const isAsLocked = (to: string) => LOCKED + to in form && textOf(form, LOCKED + to) === textOf(form, to);
		if (Object.keys(field.copies).every(isAsLocked)) return field;
	}
}

/** The form of the programme whose switch was chosen instead of this one's. */
function switchedTo({ programme, variant }: Asked, form: RawForm): Variant | undefined {
	const field = programme.fields.find(({ kind }) => kind === "switch");
	const chosen = field && textOf(form, field.name);
	if (!field || !chosen || chosen === variant?.fixed[field.name]) return;
	return programme.variants.find(({ path, fixed }) => path && fixed[field.name] === chosen);
}
