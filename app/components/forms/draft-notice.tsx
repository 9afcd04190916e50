import { useAllTexts } from "../../all-texts.ts";
import { titleTyped } from "../../programmes/answers.ts";
import { useRoot } from "../../root-data.ts";
import { LinkedWord } from "../layout/linked-word.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import type { FormState } from "./programme-form.tsx";

/** Where a draft is found. */
const ONE_DRAFT = {
	account: "form.inAccount",
	link: "form.byLink",
	received: "form.byReceivedLink",
	browser: "form.inBrowser",
} as const;

/** What is said of a draft: of a new form, and of the changes of an entry. */
const OF_NEW = {
	saved: "form.draftSaved",
	kept: "form.draftKept",
	restored: "form.draftRestored",
	older: "form.draftOlder",
	show: "form.draftShow",
	discard: "form.deleteTyped",
} as const;
const OF_CHANGES = {
	saved: "form.changesDraft",
	kept: "form.changesKept",
	restored: "form.changesRestored",
	older: "form.draftUnsaved",
	show: "form.changesShow",
	discard: "form.deleteChanges",
} as const;

export const draftWords = ({ editing }: Pick<FormState, "editing">) => (editing === undefined ? OF_NEW : OF_CHANGES);

/** What is said of the draft that the form shows. */
const SHOWN = { "data-shown-draft": "" };

/** Says which draft is shown and which others exist: they are offered, never filled in unasked. */
export function DraftNotice({ state }: { state: FormState }) {
	const { drafts, programme, values } = state;
	const editing = state.editing !== undefined;
	const { t, locale } = useAllTexts();
	const title = titleTyped(programme, values);
	const draft = [programme.title[locale], title].filter(Boolean).join(" · ");
	const support = useRoot()?.brand.support ?? "";
	const subject = encodeURIComponent(t("form.linkSubject", { draft }));
	const { shown, others, gone, linkGone, told = [], earlier = [] } = drafts;
	const isOnly = shown === undefined && others.length === 1;
	const further = others.length + told.length + earlier.length;
	if (shown === undefined && further === 0 && gone === undefined && !linkGone) return null;
	const place = t(ONE_DRAFT[drafts.place]);
	// Hidden by the script that fills the form with newer text; with nothing else in it, the whole banner is.
	const isAlone = further === 0 && gone === undefined && !linkGone;
	const [all, part] = isAlone ? [SHOWN, undefined] : [undefined, SHOWN];
	const words = draftWords(state);
	return (
		<div className="banner" role="status" data-server-draft="" {...all}>
			{linkGone && <p>{t("form.linkGone")}</p>}
			{gone !== undefined && <p>{t("form.draftGone", { time: gone })}</p>}
			{told.map((line) => (
				<p key={line}>
					<LinkedWord text={line} word={support} to={`mailto:${support}?subject=${subject}`} />
				</p>
			))}
			{shown !== undefined && (
				<p {...part}>
					{t(words[drafts.saved ? "saved" : "kept"], { time: shown, place })}
					<SentenceSpace />
					{drafts.movesOnSave && t("form.draftMoves")}
					<SentenceSpace />
					{drafts.without && <a href={drafts.without}>{t(editing ? "form.showSubmitted" : "form.startEmpty")}</a>}
				</p>
			)}
			{others.map(({ href, time, title: other }) => (
				<p key={href}>
					{other && !isOnly
						? t("form.draftTitled", { time, title: other })
						: t(isOnly ? "form.draftOnly" : "form.draftOther", { time })}
					<SentenceSpace />
					<a href={href}>{t("form.draftShow")}</a>
				</p>
			))}
			{earlier.map(({ href, event, time }) => (
				<p key={href}>
					{t("form.draftEarlier", { event, time })}
					<SentenceSpace />
					<a href={href}>{t("form.draftUse")}</a>
				</p>
			))}
		</div>
	);
}
