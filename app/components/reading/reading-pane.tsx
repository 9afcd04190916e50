import { Form, Link } from "@remix-run/react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useFollowedLinks } from "../../hooks/followed-links.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { Readable } from "../../hooks/readings.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
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
import { SentenceSpace, Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { TrackCell } from "../lists/track-cell.tsx";
import { StatusChoice } from "./status-choice.tsx";

const PHOTO_WIDTH = 88;

interface Props {
	entry: Readable;
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
	saves: RowSaves;
	/** Further things that can be done with it. */
	tools: ReactNode;
	/** What stands below its answers, once they are there. */
	children?: ((entry: Reading) => ReactNode) | undefined;
}

/** One entry to read and decide on: its texts, the person beside them, the actions above both. */
export function ReadingPane(props: Props) {
	const { entry, here, back, from, previous, next, place, caption, tracks, saves, tools, children } = props;
	const { trackId, track } = entry;
	const { t, locale } = useTranslation();
	const inBrowser = useInBrowser();
	const follow = useFollowedLinks();
	const title = useRef<HTMLHeadingElement>(null);
	// A page that is loaded whole leaves the focus to the browser.
	const shown = useRef(inBrowser ? undefined : entry.id);
	useLayoutEffect(() => {
		if (shown.current === entry.id) return;
		shown.current = entry.id;
		title.current?.focus({ preventScroll: true });
		const pane = title.current?.closest("article");
		if (pane && pane.getBoundingClientRect().top < 0) pane.scrollIntoView();
	}, [entry.id]);
	return (
		<article className="reading-pane" aria-labelledby="reading-title">
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: links in it are pressed, which keys do too */}
			<nav className="reading-steps" aria-label={t("reading.steps")} onClick={follow}>
				<a href={from ?? back}>← {t(from === undefined ? "admin.backToList" : "reading.back")}</a>
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
			<h1 id="reading-title" ref={title} tabIndex={-1} lang={langOf(entry.title, locale)}>
				{entry.title || t("entry.untitled")}
			</h1>
			<p className="reading-about">
				{[entry.name, entry.org].filter((part) => part && part !== entry.title).join(marks[locale].comma)}{" "}
				<Reference of={entry.reference} call={entry.call} />{" "}
				{!("isGlimpse" in entry) && entry.archived && `${entry.archived} `}
				<PresenceMark presence={entry.presence} /> <EntryMarks entry={entry} />{" "}
				{entry.changed && <span className="status status-hold">{t("admin.changed")}</span>}
			</p>
			<Form method="post" action={here} className="reading-tools" preventScrollReset noValidate>
				<FormToken />
				<StatusChoice key={`status ${entry.id}`} row={entry} saves={saves} />
				{tracks && trackId !== undefined && track !== undefined && (
					<TrackCell
						key={`track ${entry.id}`}
						row={{ id: entry.id, title: entry.title, trackId, track }}
						tracks={tracks}
						saves={saves}
					/>
				)}
				<Space />
				{!inBrowser && (
					<button type="submit" className="primary">
						{t("admin.save")}
					</button>
				)}
				<Space />
				{tools}
				<Space />
				{!("isGlimpse" in entry) && entry.seen && <span className="hint">{entry.seen}</span>}
			</Form>
			{"isGlimpse" in entry ? (
				<p role="status">
					{entry.isLost ? (
						<>
							{t("reading.lost")}
							<SentenceSpace />
							<Link to={here} replace preventScrollReset>
								{t("reading.again")}
							</Link>
						</>
					) : (
						t("reading.loading")
					)}
				</p>
			) : (
				<>
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
				</>
			)}
		</article>
	);
}

function Step({ to, rel, keys, label }: { to: string | undefined; rel: "prev" | "next"; keys: string; label: string }) {
	// Takes the place of a missing link, so that the other one does not move under the pointer.
	if (to === undefined) return <span className="button button-off">{label}</span>;
	return (
		<a className="button" href={to} rel={rel} aria-keyshortcuts={keys}>
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
