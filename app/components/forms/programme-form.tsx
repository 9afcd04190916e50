import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { RawForm } from "../../programmes/answers.ts";
import type { Field, FieldKind, Programme, Variant } from "../../programmes/define.ts";
import { alikeFields, isAsked } from "../../programmes/forms.ts";
import { marks } from "../../programmes/marks.ts";
import type { Problem } from "../../programmes/problems.ts";
import { takesWork } from "../../programmes/uploads.ts";
import { useRoot } from "../../root-data.ts";
import { Dated, WholeDays } from "../layout/dated.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { Space } from "../layout/space.tsx";
import { ASK_DISCARD, DiscardQuestion, MAIL_DRAFT, SAVE_DRAFT, SEND_INCOMPLETE } from "./draft-buttons.tsx";
import { DraftNotice, draftWords } from "./draft-notice.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormField } from "./field.tsx";
import { FormToken } from "./form-token.tsx";
import { LackingAnswers } from "./lacking-answers.tsx";
import { Silence } from "./silence.tsx";
import { type Submitted, SubmittedBefore } from "./submitted-before.tsx";

/** What a form shows: the same shape whether it is new, sent back, or an entry being changed. */
export interface FormState {
	programme: Programme;
	/** Path and query the form is posted to. */
	action: string;
	/** As typed, by control name. */
	values: RawForm;
	problems: readonly Problem[];
	headline?: string;
	/** The question that the headline names, if any. */
	headlineField?: string | undefined;
	/** Signed counts of earlier failures. */
	attempts: string;
	photo?: { name: string; sourceName: string; sourceBytes: number; reference: string };
	/** A photo was sent but no longer exists. */
	photoGone?: boolean;
	/** It has just been removed with its button. */
	photoRemoved?: boolean | undefined;
	tracks: readonly { id: string; label: string; divider: boolean }[];
	/** Whether the form asks for a track. `awaited`: the specified event has no tracks, so every post of the form is refused. */
	trackQuestion: "asked" | "unasked" | "awaited";
	variant?: Variant;
	/** Labels of what the form would lack, and would leave as it was, if it was sent once more as it is. */
	next?: { missing: string; kept: string } | undefined;
	/** Proves that the form was shown while its call was open; "" if the call has no closing date. */
	opened: string;
	/** When an open call ends, in words. */
	closes?: string | undefined;
	/** Says that the call takes entries beyond its last day. */
	extended?: string | undefined;
	/** The conference has ended, and the form still takes submissions. */
	isOver?: boolean;
	/** The link by which organisers let its holder submit to this closed call, and until when, in words. */
	byLink?: { secret: string; until: string } | undefined;
	/** Addresses of the forms a switch leads to, by its values. */
	paths: Readonly<Record<string, string>>;
	/** Spot id of the entry that is changed. */
	editing?: string;
	/** Tells versions of that entry apart; undefined where the form is shown after a post. */
	version?: number | undefined;
	/** Hashes of the answers that an edited entry had when its form was opened. */
	seen?: string | undefined;
	editor: boolean;
	/** Organisers want no email to go out. */
	silent: boolean;
	/** Of a new form: what its reader has sent to this call, newest first. */
	submitted?: readonly Submitted[] | undefined;
	drafts: DraftState;
	/** The button that deletes the draft was pressed: asks whether that was meant. */
	asksDiscard?: boolean | undefined;
	/** Names of the answers that an entry lacks, before it is edited. */
	lacking?: readonly string[] | undefined;
}

/** The stored drafts, and which of them the form shows. */
export interface DraftState {
	/** Key of the browser's own draft; its owner follows an `@`. */
	name: string;
	/** When the version that is shown was kept, in milliseconds; 0 for a form without one. */
	base: number;
	/** The same in words. */
	shown?: string;
	/** The browser refuses cookies: it would not find the draft again. */
	lost: boolean;
	/** The address says which version to show, or none. */
	chosen: boolean;
	/** It has just been saved with the button. */
	saved?: true;
	/** Further messages about that, or about what was done to a draft that is gone. */
	told?: readonly string[];
	/** Where the draft is found: one that is not shown, once it is saved. */
	place: "account" | "link" | "received" | "browser";
	/** The reader is logged in, and the draft is not yet in the account. */
	movesOnSave: boolean;
	/** The address is that of a link whose draft is gone. */
	linkGone?: boolean;
	/** The form without the draft. */
	without?: string;
	/** When the draft was saved that was deleted to make room for newer ones. */
	gone?: string;
	/** Other versions, by address. */
	others: readonly { savedAt: number; href: string; time: string; title: string }[];
	/** Texts for the same call of earlier events, which the form can begin with. */
	earlier?: readonly { href: string; event: string; time: string }[];
	/** Keys under which the browser may have kept such texts. */
	earlierNames?: string;
}

/** Name of the hidden field with the secret of a link. No question has such a name. */
export const LATE_LINK = "late-link";

/**
 * The form of any programme. `#errors` in the action moves focus to the summary without script. Enter presses the first
 * submit button, so where another comes before the main one, a copy of that stands before both, out of sight. Browsers of
 * text show it, so what the main one says of missing answers stands before it, too.
 */
export function ProgrammeForm({ state, heading }: { state: FormState; heading?: ReactNode }) {
	const { programme, drafts } = state;
	const { t, locale } = useAllTexts();
	const { mailLeaves, islands } = useRoot() ?? {};
	const discard = t(state.editing ? "form.discardChanges" : state.editor ? "editor.clear" : "form.deleteDraft");
	const mailDraft = t(mailLeaves ? "form.mailDraft" : "form.mailDraftSaved");
	// Text on the device is offered, or put into the form, only where nothing was refused.
	const isFresh = state.problems.length === 0 && !state.headline;
	const words = draftWords(state);
	const isWork = takesWork(programme.fields);
	const [again, later] = programme.checking === "later" ? [undefined, state.next] : [state.next, undefined];
	const asks = (kind: FieldKind) => programme.fields.some((field) => field.kind === kind);
	const alike = alikeFields(programme);
	const submit = t(state.editing ? "form.save" : "form.submit");
	const sendsWithout = (
		<>
			{again?.missing && <p className="banner">{t("form.sendsWithout", { submit, fields: again.missing })}</p>}
			{again?.kept && <p className="banner">{t("form.sendsKept", { submit, fields: again.kept })}</p>}
		</>
	);
	return (
		<>
			<ErrorSummary
				problems={state.problems}
				headline={state.headline}
				headlineField={state.headlineField}
				note={state.headlineField && t("form.autoProceed")}
			/>
			{heading ?? (
				<>
					<h1>{programme.title[locale]}</h1>
					<p className="lead">
						<WholeDays text={programme.lead[locale]} />
					</p>
				</>
			)}
			{state.isOver && <p className="banner">{t("form.over")}</p>}
			<LackingAnswers programme={programme} names={state.lacking ?? []} />
			{state.closes && (
				<p className="hint">
					<Dated date={state.closes} text={t("form.closes", { date: state.closes })} />
				</p>
			)}
			{state.extended && <p className="hint">{state.extended}</p>}
			{state.variant?.banner && <p className="banner">{state.variant.banner[locale]}</p>}
			{state.byLink && <p className="banner">{t("form.lateLink", { date: state.byLink.until })}</p>}
			<SubmittedBefore entries={state.submitted ?? []} />
			<form
				className="programme"
				method="post"
				action={`${state.action}#errors`}
				encType="multipart/form-data"
				noValidate
				data-draft={drafts.name}
				data-spot={state.editing}
				data-version={state.version}
				data-offline={t("form.offline")}
				data-sending={t("form.sending")}
				data-switch={asks("switch") ? islands?.switch : undefined}
				data-photo={asks("photo") ? islands?.photo : undefined}
				data-problems={t("problems.title")}
				data-texts={JSON.stringify({
					...(isFresh && {
						restored: t(words.restored),
						older: t(words.older),
						show: t(words.show),
						discard: t(words.discard),
					}),
					accepted: t("form.sentAlready"),
					toAccepted: t("form.sentShow"),
					...(asks("photo") && {
						uploading: t(isWork ? "workFile.uploading" : "form.uploading", { percent: "{n}" }),
						uploaded: t(isWork ? "workFile.uploaded" : "form.uploaded"),
					}),
					...(asks("switch") && { switched: t("form.switched") }),
				})}
				data-alike={alike.length > 0 ? JSON.stringify(alike) : undefined}
				data-others={drafts.others.map(({ savedAt }) => savedAt).join(" ") || undefined}
				data-earlier={drafts.earlierNames}
				data-chosen={drafts.chosen ? "" : undefined}
				data-fresh={isFresh ? "" : undefined}
			>
				{(state.asksDiscard || later || state.photo || asks("switch")) && (
					<div className="off-screen" aria-hidden="true">
						{sendsWithout}
						<button type="submit" tabIndex={-1}>
							{submit}
						</button>
					</div>
				)}
				{state.asksDiscard && <DiscardQuestion label={discard} />}
				{later && <SendIncomplete missing={later.missing} kept={later.kept} />}
				<DraftNotice state={state} />
				<FormToken />
				<input type="hidden" name="attempts" value={state.attempts} />
				<input type="hidden" name="draftBase" value={drafts.base} />
				{state.seen && <input type="hidden" name="seen" value={state.seen} />}
				{state.byLink && <input type="hidden" name={LATE_LINK} value={state.byLink.secret} />}
				{state.opened && <input type="hidden" name="opened" value={state.opened} />}
				{programme.sections.map((section) => {
					const fields = section.fields.filter((field) => isOnTop(programme, field, state));
					return fields.length === 0 ? null : (
						<section key={section.key} id={`section-${section.key}`} aria-labelledby={`s-${section.key}`}>
							<h2 id={`s-${section.key}`}>{section.title[locale]}</h2>
							{section.lead && <p className="hint">{section.lead[locale]}</p>}
							{fields.map((field) => (
								<FormField key={field.name} programme={programme} field={field} state={state} />
							))}
						</section>
					);
				})}
				{state.editor && <Silence state={state} />}
				{sendsWithout}
				<div className="actions">
					<button className="primary" type="submit">
						{submit}
					</button>
					<Space />
					<button type="submit" name={SAVE_DRAFT} value={t("form.saveDraft")}>
						{t("form.saveDraft")}
					</button>
					<Space />
					{!state.editing && !state.editor && (
						<button type="submit" name={MAIL_DRAFT} value={mailDraft}>
							{mailDraft}
						</button>
					)}
					<Space />
					{((state.editor && !state.editing) || drafts.base > 0) && (
						<button className="danger" type="submit" name={ASK_DISCARD} value={discard}>
							{discard}
						</button>
					)}
				</div>
				{!state.editor && !drafts.lost && (
					<p className="hint">
						{t(ALL_DRAFTS[drafts.movesOnSave ? "account" : drafts.place])}
						{drafts.place === "browser" &&
							!drafts.movesOnSave &&
							mailLeaves &&
							!state.editing &&
							`${marks[locale].space}${t("form.draftsLink")}`}
					</p>
				)}
				<FormPreferences />
			</form>
		</>
	);
}

/** Below the errors: sends the form as it is. @param missing labels of what it lacks @param kept of what stays as it was */
function SendIncomplete({ missing, kept }: { missing: string; kept: string }) {
	const { t } = useAllTexts();
	const label = t("form.sendIncomplete");
	return (
		<div className="banner">
			{missing && <p>{t("form.sendsIncomplete", { button: label, fields: missing })}</p>}
			{kept && <p>{t("form.leavesKept", { button: label, fields: kept })}</p>}
			<p className="actions">
				<button type="submit" name={SEND_INCOMPLETE} value={label}>
					{label}
				</button>
			</p>
		</div>
	);
}

/** Where drafts are found. */
const ALL_DRAFTS = {
	account: "form.draftsAccount",
	link: "form.draftsLinked",
	received: "form.draftsReceived",
	browser: "form.draftsBrowser",
} as const;

/** Whether a field has its own place in this form, instead of following the option that asks for it. */
function isOnTop(programme: Programme, field: Field, { variant, editor, trackQuestion }: FormState): boolean {
	if (field.kind === "track" && trackQuestion === "unasked") return false;
	if (!isAsked(programme, field, { variant, editor })) return false;
	const asker = field.when && programme.fields.find(({ name }) => name === field.when?.field);
	return asker === undefined || asker.kind === "switch";
}
