import type { RawForm } from "../programmes/answers.ts";
import type { Programme, Variant } from "../programmes/define.ts";
import type { Problem } from "../programmes/problems.ts";
import { useTranslation } from "../translation.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { FormField } from "./field.tsx";
import { FormToken } from "./form-token.tsx";

/** What a form shows: the same shape whether it is new, sent back, or an entry being changed. */
export interface FormState {
	/** As typed, by control name. */
	values: RawForm;
	problems: readonly Problem[];
	headline?: string;
	/** Signed counts of earlier failures. */
	attempts: string;
	photo?: { name: string; sourceName: string; sourceBytes: number; reference: string };
	/** The values are what was typed before a session ended. */
	fromDraft?: boolean;
	tracks: readonly { id: string; label: string; divider: boolean }[];
	variant?: Variant;
	/** Query that the form's address keeps: event, spot, key. */
	search: string;
	editing: boolean;
}

/** Name of the button that forgets what was kept of an earlier try. */
export const DISCARD_DRAFT = "do.discard-draft";

/** Name of the button that drops the photo kept from an earlier try. */
export const REMOVE_PHOTO = "do.remove-photo";

/**
 * The form of any programme. `#errors` in the action moves focus to the summary without script. The first submit
 * button is what Enter presses, so everything else comes after it.
 */
export function ProgrammeForm({ programme, state }: { programme: Programme; state: FormState }) {
	const { t, locale } = useTranslation();
	return (
		<>
			<ErrorSummary problems={state.problems} headline={state.headline} />
			<h1>{programme.title[locale]}</h1>
			<p className="lead">{programme.lead[locale]}</p>
			{state.variant && <p className="banner">{state.variant.banner[locale]}</p>}
			{state.fromDraft && (
				<p className="banner" role="status">
					{t("form.draftKept")}
				</p>
			)}
			<form
				className="programme"
				method="post"
				action={`${programme.path}${state.search}#errors`}
				encType="multipart/form-data"
				acceptCharset="utf-8"
				noValidate
				data-draft={state.editing ? undefined : `${programme.category}${state.search}`}
				data-draft-text={t("form.draftRestored")}
				data-discard-text={t("form.draftDiscard")}
				data-sending-text={t("form.sending")}
				data-fresh={state.problems.length === 0 ? "" : undefined}
			>
				<FormToken />
				<input type="hidden" name="attempts" value={state.attempts} />
				{programme.sections.map((section) => (
					<section key={section.key} aria-labelledby={`s-${section.key}`}>
						<h2 id={`s-${section.key}`}>{section.title[locale]}</h2>
						{section.lead && <p className="hint">{section.lead[locale]}</p>}
						{programme.fields
							.filter((field) => field.section === section.key)
							.map((field) => (
								<FormField key={field.name} field={field} state={state} />
							))}
					</section>
				))}
				<div className="actions">
					<button className="primary" type="submit">
						{t(state.editing ? "form.save" : "form.submit")}
					</button>
					{state.fromDraft && (
						<button type="submit" name={DISCARD_DRAFT} value={t("form.draftDiscard")}>
							{t("form.draftDiscard")}
						</button>
					)}
					{state.photo && (
						<button type="submit" name={REMOVE_PHOTO} value={t("photo.remove")}>
							{t("photo.remove")}
						</button>
					)}
				</div>
			</form>
		</>
	);
}
