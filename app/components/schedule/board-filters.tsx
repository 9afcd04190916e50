import { Form, Link, useNavigate } from "@remix-run/react";
import { Fragment, useEffect, useRef } from "react";
import { useBoard } from "../../hooks/board-state.ts";
import { CHOSEN } from "../../open-in-list.ts";
import type { BoardPage } from "../../pages/board.server.ts";
import { marks } from "../../programmes/marks.ts";
import { ALL_TRACKS, filtersAgree, scheduleTrack } from "../../schedule/board-filters.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { BOARD, boardPath } from "./board-url.ts";

/** After the last key or click in a filter. */
const PAUSE_MS = 200;

export function BoardLinks({ board }: { board: BoardPage }) {
	const { t } = useTranslation();
	const { conflicts, pending, version } = board;
	return (
		<p className="status-counts">
			<Link className={conflicts > 0 ? "status status-hold" : "status"} to={`${BOARD}/conflicts`}>
				{conflicts > 0 ? t("schedule.conflicts", { count: conflicts }) : t("schedule.noConflicts")}
			</Link>
			<Space />
			<Link className="status" to={`${BOARD}/release`}>
				{version === 0
					? t("schedule.neverReleased")
					: pending > 0
						? t("schedule.pending", { count: pending })
						: t("schedule.released", { version })}
			</Link>
			<Space />
			{pending > 0 && (
				<span>
					<Link className="button" to={`${BOARD}/release`}>
						{t("release.title")}
					</Link>
				</span>
			)}
			<Space />
			<Link className="button" to={`${BOARD}/grid`}>
				{t("schedule.grid")}
			</Link>
		</p>
	);
}

/** Talks whose authors withdrew or declined, while their slots are free. */
export function LeftSlots({ left }: { left: BoardPage["left"] }) {
	if (left.length === 0) return null;
	return (
		<ul className="banner">
			{left.map(({ path, title, said, next }) => (
				<li key={path}>
					<Link to={path}>{title}</Link> · {said}
					{next && (
						<>
							{" · "}
							<a href={next.path}>{next.text}</a>
						</>
					)}
				</li>
			))}
		</ul>
	);
}

/** Entries by track and slots by track: both say where an entry can be placed (`schedule/board-filters.ts`). */
export function BoardFilters({ board: { tracks, state: shown }, chosen }: { board: BoardPage; chosen: string }) {
	const { t, locale } = useTranslation();
	const { state } = useBoard();
	const { entries, track, day } = state;
	const navigate = useNavigate();
	const form = useRef<HTMLFormElement>(null);
	const labelOf = (id: string) => tracks.find((one) => one.id === id)?.label ?? t("schedule.allTracks");
	/** Runs while keys may still change a filter: then the page follows the form, not the form the page. */
	const timer = useRef<ReturnType<typeof setTimeout>>();
	// Choosing an entry, a link or "Back" changes the filters as well.
	useEffect(() => {
		if (timer.current) return;
		for (const [name, value] of Object.entries({ entries, track })) {
			const select = form.current?.elements.namedItem(name);
			// Setting the same value would make a browser forget the letters typed so far.
			if (tracks && select instanceof HTMLSelectElement && select.value !== value) select.value = value;
		}
	}, [entries, track, tracks]);
	useEffect(() => () => clearTimeout(timer.current), []);
	/** From the latest render: the address may have changed during the pause. */
	const show = useRef(() => {});
	show.current = () => {
		clearTimeout(timer.current);
		timer.current = undefined;
		if (!form.current) return;
		const set = new FormData(form.current);
		const to = boardPath({ entries: String(set.get("entries")), track: String(set.get("track")), day }, chosen);
		navigate(to, { preventScrollReset: true, replace: to === boardPath(state, chosen) });
	};
	const one = entries || scheduleTrack(state);
	return (
		<>
			<Form
				ref={form}
				method="get"
				action={BOARD}
				className="filters"
				role="search"
				noValidate
				preventScrollReset
				// Browsers that restore a form would show other filters than those of the page.
				autoComplete="off"
				onChange={() => {
					clearTimeout(timer.current);
					timer.current = setTimeout(() => show.current(), PAUSE_MS);
				}}
				onSubmit={(event) => {
					event.preventDefault();
					show.current();
				}}
			>
				<label>
					{t("schedule.entriesByTrack")}{" "}
					<select name="entries" defaultValue={shown.entries}>
						<option value="">{t("schedule.allTracks")}</option>
						<TrackOptions tracks={tracks} />
					</select>{" "}
				</label>
				<label>
					{t("schedule.scheduleByTrack")}{" "}
					<select name="track" defaultValue={shown.track}>
						<option value="">
							{t("schedule.sameAsEntries")}
							{marks[locale].brackets(labelOf(entries))}
						</option>
						<option value={ALL_TRACKS}>{t("schedule.allTracks")}</option>
						<TrackOptions tracks={tracks.filter(({ hasSlots }) => hasSlots)} />
					</select>{" "}
				</label>
				{day && <input type="hidden" name="day" value={day} />}
				{chosen && <input type="hidden" name={CHOSEN} value={chosen} />}
				<button type="submit">{t("schedule.show")}</button>
			</Form>
			<p className="hint">{t("schedule.filters")}</p>
			<div aria-live="polite">
				{!filtersAgree(state) && (
					<p className="banner">
						{t("schedule.sameTrack")}{" "}
						<Link to={boardPath({ entries: one, day }, chosen)} preventScrollReset>
							{t("schedule.sameTrackLink", { track: labelOf(one) })}
						</Link>
					</p>
				)}
			</div>
		</>
	);
}

function TrackOptions({ tracks }: { tracks: readonly { id: string; label: string }[] }) {
	return tracks.map(({ id, label }) => (
		<option key={id} value={id}>
			{label}
		</option>
	));
}

export function DayLinks({ board: { dayLinks }, chosen }: { board: BoardPage; chosen: string }) {
	const { t } = useTranslation();
	const { state } = useBoard();
	if (dayLinks.length < 2) return null;
	return (
		<nav className="day-links" aria-label={t("schedule.days")}>
			{[{ id: "", label: t("schedule.allDays") }, ...dayLinks].map(({ id, label }) => (
				<Fragment key={id}>
					<Link
						className={id === "" ? "every-day" : undefined}
						to={boardPath({ ...state, day: id }, chosen)}
						aria-current={id === state.day ? "page" : undefined}
						preventScrollReset
					>
						{label}
					</Link>
					<Space />
				</Fragment>
			))}
		</nav>
	);
}
