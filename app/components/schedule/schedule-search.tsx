import { Form } from "@remix-run/react";
import { useAllTexts } from "../../all-texts.ts";
import type { ScheduleView } from "../../pages/schedule.server.ts";
import type { Finds } from "../../pages/schedule-found.server.ts";
import { LONGEST_SEARCH } from "../../schedule/address.ts";
import { TalkCard } from "./talk-card.tsx";

/** Searches all days, and keeps the track that is chosen. */
export function ScheduleSearch({ view: { base, q, track } }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	return (
		<Form method="get" action={base} className="schedule-search" role="search" noValidate>
			<label htmlFor="search">{t("publicSchedule.search")}</label>{" "}
			<input type="search" id="search" name="q" defaultValue={q} maxLength={LONGEST_SEARCH} />{" "}
			{track && <input type="hidden" name="track" value={track} />}
			<button type="submit">{t("publicSchedule.searchButton")}</button>
		</Form>
	);
}

export function FoundTalks({ found, whole }: { found: Finds; whole: string }) {
	const { t } = useAllTexts();
	const { heading, days, alternatives } = found;
	return (
		<>
			<h2 id="found">{heading}</h2>
			{days.map(({ id, date, times }) => (
				<section key={id} aria-label={date}>
					<p className="found-date">{date}</p>
					{times.map(({ start, time, sessions }) => (
						<section key={start} className="start-time">
							<h3>
								<time dateTime={start}>{time}</time>
							</h3>
							<ul>
								{sessions.map(({ found: marked, ...talk }) => (
									<TalkCard key={talk.id} talk={talk} found={marked} />
								))}
							</ul>
						</section>
					))}
				</section>
			))}
			<ul className="search-ways">
				{alternatives.map(({ path, label }) => (
					<li key={path}>
						<a href={path}>{label}</a>
					</li>
				))}
				<li>
					<a href={whole}>{t("publicSchedule.wholeSchedule")}</a>
				</li>
			</ul>
		</>
	);
}
