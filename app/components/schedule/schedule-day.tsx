import { useAllTexts } from "../../all-texts.ts";
import type { ScheduleView } from "../../pages/schedule.server.ts";
import type { ShownDay } from "../../pages/schedule-day.server.ts";
import { WholeDays } from "../layout/dated.tsx";
import { langOf } from "../layout/text-language.ts";
import { LiveMark, TalkCard } from "./talk-card.tsx";

type Time = ShownDay["times"][number];

/** With more columns than this they are too narrow to read, and a day stays a list on every screen. */
const MOST_COLUMNS = 10;
/** With more columns than this the table needs a wide window. */
const FEW_COLUMNS = 6;

/**
 * A day: a heading for each time and a list below it. Where there is room the same becomes a table with a column for
 * each track, whose heads are the links that choose a track.
 */
export function ScheduleDay({ day, view }: { day: ShownDay; view: ScheduleView }) {
	const { t } = useAllTexts();
	const { date, times } = day;
	const { track, zone, anchor } = view;
	const columns = day.tracks.length;
	const isTable = track === "" && columns > 1 && columns <= MOST_COLUMNS;
	const size = `track-columns-${columns} ${columns > FEW_COLUMNS ? "many-tracks" : "few-tracks"}`;
	return (
		<section className="schedule-day">
			<h2>
				<WholeDays text={date} /> <span className="hint">{t("publicSchedule.zone", { zone })}</span>
			</h2>
			<div className={isTable ? `schedule-table ${size}` : undefined}>
				{columns > 0 && <TrackLinks day={day} view={view} />}
				{times.map((time) => (
					<TimeRow key={time.start} time={time} inTable={isTable} isAnchor={time.start === anchor} />
				))}
			</div>
			{times.length === 0 && (
				<p className="empty">{t(track === "" ? "publicSchedule.emptyDay" : "publicSchedule.empty")}</p>
			)}
		</section>
	);
}

function TrackLinks({ day: { date, all, tracks }, view }: { day: ShownDay; view: ScheduleView }) {
	const { t } = useAllTexts();
	const chosen = view.track;
	// On phones the row is pushed aside: the chosen track stands at its beginning, in sight.
	const inSight = tracks.toSorted((one, other) => Number(other.id === chosen) - Number(one.id === chosen));
	// Where several days are shown each of them has such links.
	const name = [t("publicSchedule.tracks"), view.isWhole ? date : ""].filter(Boolean).join(" · ");
	return (
		<nav className="track-links" aria-label={name}>
			<ul>
				<li>
					<a href={all} aria-current={chosen === "" ? "true" : undefined}>
						{t("publicSchedule.allTracks")}
					</a>
				</li>
				{inSight.map(({ id, label, room, path, hue }) => (
					<li key={id} className={`track-hue-${hue}`}>
						<a href={path} aria-current={chosen === id ? "true" : undefined}>
							{label}
						</a>
						{room && <span className="track-room"> {room}</span>}
					</li>
				))}
			</ul>
		</nav>
	);
}

function TimeRow(props: { time: Time; inTable: boolean; isAnchor: boolean }) {
	const { start, time, specials, sessions } = props.time;
	const { locale } = useAllTexts();
	const place = (column: number) =>
		props.inTable ? (column === 0 ? "across-tracks" : `track-column-${column}`) : undefined;
	return (
		<section className="start-time" id={props.isAnchor ? "now" : undefined}>
			<h3>
				<time dateTime={start}>{time}</time>
			</h3>
			<ul>
				{specials.map(({ id, title, description, minutes, span, column, live }) => (
					<li
						key={`special-${id}`}
						className={`special-event ${place(column) ?? ""}`.trim()}
						data-minutes={minutes}
						data-live={live}
					>
						<b lang={langOf(title, locale)}>{title}</b>{" "}
						<span className="hint">
							{span}
							<LiveMark live={live} />
						</span>
						{description && <p lang={langOf(description, locale)}>{description}</p>}
					</li>
				))}
				{sessions.map((talk) => (
					<TalkCard key={talk.id} talk={talk} column={place(talk.column)} live={talk.live} />
				))}
			</ul>
		</section>
	);
}
