import { Form, Link } from "@remix-run/react";
import { Fragment } from "react";
import type { BoardPage } from "../../pages/board.server.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { filterKey, TrackFilter } from "../lists/list-filters.tsx";
import { listPath } from "../lists/list-url.ts";
import { BOARD } from "./board-url.ts";

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

/** One choice filters entries and slots. Addresses may still name two tracks; then nothing can be scheduled. */
export function BoardFilters({ board: { state, tracks, matches } }: { board: BoardPage }) {
	const { t } = useTranslation();
	const one = tracks.find(({ id }) => id === state.track);
	return (
		<>
			<Form key={filterKey(state)} method="get" action={BOARD} className="filters" role="search" noValidate>
				<TrackFilter value={state.track} tracks={tracks} />
				{state.day && <input type="hidden" name="day" value={state.day} />}
				<button type="submit">{t("schedule.show")}</button>
				{one && !matches && (
					<Link to={listPath(BOARD, { track: one.id, day: state.day })} preventScrollReset>
						{t("schedule.sameTrackLink", { track: one.label })}
					</Link>
				)}
			</Form>
			{!matches && <p className="banner">{t("schedule.sameTrack")}</p>}
		</>
	);
}

export function DayLinks({ board: { state, dayLinks } }: { board: BoardPage }) {
	const { t } = useTranslation();
	if (dayLinks.length < 2) return null;
	return (
		<nav className="day-links" aria-label={t("schedule.days")}>
			{[{ id: "", label: t("schedule.allDays") }, ...dayLinks].map(({ id, label }) => (
				<Fragment key={id}>
					<Link
						className={id === "" ? "every-day" : undefined}
						to={listPath(BOARD, { ...state, day: id })}
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
