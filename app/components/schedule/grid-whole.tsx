import { Link } from "@remix-run/react";
import type { Part } from "../../pages/grid.server.ts";
import { useTranslation } from "../../translation.tsx";
import { TextField } from "../forms/text-field.tsx";
import { BASE, GridFormOf, LAY, type Outcome, saidIn } from "./grid-form.tsx";

/** The days of the event and what takes place beside the entries, with the ways to edit each. */
export function WholeGrid({ part: { days, specials }, outcome }: { part: Part<"whole">; outcome: Outcome }) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "day");
	return (
		<>
			<p>
				<Link to="/admin/schedule">← {t("grid.backToSchedule")}</Link>
			</p>
			<h1>{t("grid.heading")}</h1>
			<p className="lead">{t("grid.lead")}</p>
			<h2 id="h-days">{t("grid.days")}</h2>
			{days.length === 0 ? (
				<p className="empty">{t("grid.noDaysYet")}</p>
			) : (
				<>
					<DayTable days={days} />
					<p className="actions">
						<Link className="button primary" to={LAY}>
							{t("grid.lay")}
						</Link>
					</p>
				</>
			)}
			<GridFormOf path={BASE} of="day" className="narrow inline-form">
				<h3 id="h-day">{t("grid.addDay")}</h3>
				<TextField {...field("date")} type="date" label={t("grid.date")} />
				<button type="submit" name="do.add-day" value={t("grid.addDay")}>
					{t("grid.addDay")}
				</button>
			</GridFormOf>
			<h2 id="h-specials">{t("grid.specials")}</h2>
			<p>{t("grid.specialsLead")}</p>
			{specials.length === 0 ? <p className="empty">{t("grid.noSpecials")}</p> : <SpecialTable specials={specials} />}
			{days.length > 0 && (
				<p className="actions">
					<Link className="button" to={`${BASE}?special=new`}>
						{t("grid.addSpecial")}
					</Link>
				</p>
			)}
		</>
	);
}

function DayTable({ days }: { days: Part<"whole">["days"] }) {
	const { t } = useTranslation();
	return (
		<section className="scroll" tabIndex={0} aria-labelledby="h-days">
			<table className="card-table grid-table">
				<thead>
					<tr>
						<th scope="col">{t("grid.day")}</th>
						<th scope="col">{t("grid.date")}</th>
						<th scope="col">{t("grid.tracks")}</th>
						<th scope="col">{t("grid.slots")}</th>
						<th scope="col">{t("grid.entries")}</th>
					</tr>
				</thead>
				<tbody>
					{days.map(({ id, label, date, tracks, slots, entries }) => (
						<tr key={id}>
							<th scope="row">
								<Link to={`${BASE}?day=${id}`}>{label}</Link>
							</th>
							<td data-label={t("grid.date")}>{date}</td>
							<td data-label={t("grid.tracks")}>{tracks}</td>
							<td data-label={t("grid.slots")}>{slots}</td>
							<td data-label={t("grid.entries")}>{entries}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}

function SpecialTable({ specials }: { specials: Part<"whole">["specials"] }) {
	const { t } = useTranslation();
	return (
		<section className="scroll" tabIndex={0} aria-labelledby="h-specials">
			<table className="card-table grid-table">
				<thead>
					<tr>
						<th scope="col">{t("grid.special")}</th>
						<th scope="col">{t("grid.day")}</th>
						<th scope="col">{t("grid.time")}</th>
						<th scope="col">{t("grid.track")}</th>
					</tr>
				</thead>
				<tbody>
					{specials.map(({ id, title, day, time, end, track }) => (
						<tr key={id}>
							<th scope="row">
								<Link to={`${BASE}?special=${id}`}>{title}</Link>
							</th>
							<td data-label={t("grid.day")}>{day}</td>
							<td data-label={t("grid.time")}>
								{time}–{end}
							</td>
							<td data-label={t("grid.track")}>{track ?? t("grid.allTracks")}</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
