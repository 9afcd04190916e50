import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PANE } from "../../fragments.ts";
import type { Reading } from "../../pages/reading.server.ts";
import { marks } from "../../programmes/marks.ts";
import type { ShownAnswer } from "../../programmes/shown-answers.ts";
import { useTranslation } from "../../translation.tsx";
import { EntryAnswers } from "../entries/entry-details.tsx";
import { EntryHistory } from "../entries/entry-history.tsx";
import { EntryMails } from "../entries/entry-mails.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { EntryReviews } from "../entries/entry-reviews.tsx";
import { IncompleteMark } from "../entries/incomplete-mark.tsx";
import { Portrait } from "../entries/portrait.tsx";
import { EntryMarks, PresenceMark } from "../entries/status-mark.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { choiceWords } from "../lists/choice-cell.tsx";
import { SaveRow } from "../lists/save-row.tsx";
import { TrackCell } from "../lists/track-cell.tsx";
import { StatusChoice } from "./status-choice.tsx";

const PHOTO_WIDTH = 88;

interface Props {
	entry: Reading;
	/** Address of the entry, which takes its forms. */
	here: string;
	/** Addresses of the list, and of the entries before and after it there, which another page puts in another order. */
	back: string;
	/** The page that it was opened from, if that is not the list. */
	from: string | undefined;
	previous: string | undefined;
	next: string | undefined;
	/** "3 of 62", as far as it is known. */
	place: string;
	/** What the entries of its list are called when they are read. */
	caption: string | undefined;
	/** The tracks it may get, if its kind has tracks. */
	tracks: readonly { id: string; label: string }[] | undefined;
	/** Further things that can be done with it. */
	tools: ReactNode;
	/** What stands below its answers. */
	children?: ((entry: Reading) => ReactNode) | undefined;
}

/** One entry to read and decide on: its texts, the person beside them, the actions above both. */
export function ReadingPane(props: Props) {
	const { entry, here, back, from, previous, next, place, caption, tracks, tools, children } = props;
	const { trackId, track } = entry;
	const { t, locale } = useTranslation();
	return (
		<article
			id={PANE}
			className="reading-pane"
			aria-labelledby="reading-title"
			data-reading={entry.id}
			data-reference={entry.reference}
			data-too-early={t("reading.tooEarly")}
		>
			<nav className="reading-steps" aria-label={t("reading.steps")} data-stays="">
				<a href={from ?? back} data-back="">
					← {t(from === undefined ? "admin.backToList" : "reading.back")}
				</a>
				{from === undefined && (
					<>
						<Space />
						<Step to={previous} rel="prev" keys="k" label={t("reading.previous")} />
						<Space />
						<Step to={next} rel="next" keys="j" label={t("reading.next")} />
						<Space />
						<span className="hint">{place}</span>
					</>
				)}
			</nav>
			{caption && <p className="hint reading-caption">{caption}</p>}
			<h1 id="reading-title" tabIndex={-1} lang={langOf(entry.title, locale)}>
				{entry.title || t("entry.untitled")}
			</h1>
			<p className="reading-about">
				{[entry.name, entry.org].filter((part) => part && part !== entry.title).join(marks[locale].comma)}{" "}
				<Reference of={entry.reference} call={entry.call} /> {entry.archived && `${entry.archived} `}
				<PresenceMark presence={entry.presence} /> <EntryMarks entry={entry} />{" "}
				{entry.changed && <span className="status status-hold">{t("admin.changed")}</span>}
			</p>
			<Form method="post" action={here} className="reading-tools" noValidate {...choiceWords(t)}>
				<FormToken />
				<StatusChoice row={entry} />
				{tracks && trackId !== undefined && track !== undefined && (
					<TrackCell row={{ id: entry.id, title: entry.title, trackId, track }} tracks={tracks} />
				)}
				<Space />
				<SaveRow row={entry} isPrimary />
				<Space />
				{tools}
				<Space />
				{entry.seen && <span className="hint">{entry.seen}</span>}
			</Form>
			<p>
				<IncompleteMark fields={entry.lacking} />
			</p>
			{entry.result && (
				<p>
					<a href={entry.result.href}>{entry.result.text}</a>
				</p>
			)}
			{entry.placed && (
				<p className={entry.placed.isLost ? "banner" : undefined}>
					<Link to={entry.placed.to}>{entry.placed.text}</Link>
				</p>
			)}
			<Answers entry={entry}>{children && <div className="reading-notes">{children(entry)}</div>}</Answers>
			<p className="hint">
				{[t("entry.created", { time: entry.created }), t("entry.updated", { time: entry.updated }), entry.judged]
					.filter(Boolean)
					.join(" · ")}
			</p>
			<EntryReviews reviews={entry.reviews} />
			<EntryHistory history={entry.history} />
			<EntryMails mails={entry.mails} />
		</article>
	);
}

/** A link without an address takes the place of a missing one, so that the other does not move under the pointer. */
function Step({ to, rel, keys, label }: { to: string | undefined; rel: "prev" | "next"; keys: string; label: string }) {
	return (
		<a className="button" href={to} rel={to && rel} aria-keyshortcuts={keys} data-step={rel}>
			{label}
		</a>
	);
}

/** The texts of the entry, and the person beside them. `children` follow the texts. */
function Answers({ entry, children }: { entry: Reading; children: ReactNode }) {
	const { t } = useTranslation();
	const { shown } = entry;
	// The title stands above.
	const ofPart = (part: ShownAnswer["part"]) => shown.answers.filter((one) => one.part === part);
	return (
		<div className="reading-columns">
			<section className="reading-texts" aria-label={t("reading.texts")}>
				<EntryAnswers answers={ofPart("text")} />
				<EntryAnswers answers={ofPart("fact")} />
			</section>
			<section className="reading-person" aria-label={t("reading.person")}>
				{shown.photo && <Portrait photo={shown.photo} size={undefined} name={entry.name} width={PHOTO_WIDTH} />}
				<EntryAnswers answers={ofPart("person")} />
			</section>
			{children}
		</div>
	);
}
