import { useAllTexts } from "../../all-texts.ts";
import type { schedulePage } from "../../pages/schedule.server.ts";
import { marks } from "../../programmes/marks.ts";
import { langOf } from "../layout/text-language.ts";

export type ScheduleView = NonNullable<ReturnType<typeof schedulePage>>;
type Time = ScheduleView["times"][number];

/** Beyond that many a column is too narrow to read, and a day stays a list on every screen. */
const MOST_COLUMNS = 10;
/** Beyond that many a table needs a wide window, or a way to push it aside. */
const FEW_COLUMNS = 6;

/**
 * A day: a heading for each time and a list below it. Where there is room the same becomes a table with a column for
 * each track, whose heads are the links that choose a track.
 */
export function ScheduleDay({ view }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	const { tracks, track, all, times } = view;
	const isTable = track === "" && tracks.length > 1 && tracks.length <= MOST_COLUMNS;
	return (
		<div
			className={
				isTable
					? `schedule-table track-columns-${tracks.length}${tracks.length > FEW_COLUMNS ? " many-tracks" : ""}`
					: undefined
			}
			data-local={t("publicSchedule.local", { time: "#" })}
		>
			{tracks.length > 0 && (
				<nav className="track-links" aria-label={t("publicSchedule.tracks")}>
					<ul>
						<li>
							<a href={all} aria-current={track === "" ? "true" : undefined}>
								{t("publicSchedule.allTracks")}
							</a>
						</li>
						{tracks.map(({ id, label, room, path }) => (
							<li key={id}>
								<a href={path} aria-current={track === id ? "true" : undefined}>
									{label}
								</a>
								{room && <span className="track-room"> {room}</span>}
							</li>
						))}
					</ul>
				</nav>
			)}
			{times.map((time) => (
				<TimeRow key={time.start} time={time} inTable={isTable} />
			))}
			{times.length === 0 && (
				<p className="empty">{t(track === "" ? "publicSchedule.emptyDay" : "publicSchedule.empty")}</p>
			)}
		</div>
	);
}

function TimeRow({ time: { start, time, specials, sessions }, inTable }: { time: Time; inTable: boolean }) {
	const { locale } = useAllTexts();
	const place = (column: number) => (inTable ? (column === 0 ? "across-tracks" : `track-column-${column}`) : undefined);
	return (
		<section className="start-time">
			<h3>
				<time dateTime={start}>{time}</time>
			</h3>
			<ul>
				{specials.map(({ id, title, description, span, column }) => (
					<li key={`special-${id}`} className={`special-event ${place(column) ?? ""}`.trim()}>
						<b lang={langOf(title, locale)}>{title}</b> <span className="hint">{span}</span>
						{description && <p lang={langOf(description, locale)}>{description}</p>}
					</li>
				))}
				{sessions.map(({ id, title, name, org, span, track, room, language, column }) => (
					<li key={id} className={place(column)}>
						<a href={`/schedule/${id}`} lang={langOf(title, locale)}>
							{title}
						</a>
						<p>{[name, org].filter(Boolean).join(marks[locale].comma)}</p>
						<p className="hint">
							{span} <span className="track-and-room">{`· ${[track, room].filter(Boolean).join(" · ")} `}</span>
							<LanguageMark language={language} />
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}

/** The language a talk is held in, as its speakers write it. */
function LanguageMark({ language }: { language: string }) {
	const { locale } = useAllTexts();
	if (language === "Chinese") {
		return (
			<span className="mark-language" lang={langOf("中文", locale)}>
				中文
			</span>
		);
	}
	return language ? <span className="mark-language">EN</span> : null;
}
