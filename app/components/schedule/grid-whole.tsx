import { Link } from "@remix-run/react";
import type { Part } from "../../pages/grid.server.ts";
import { useTranslation } from "../../translation.tsx";
import { TextField } from "../forms/text-field.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { TableSection } from "../lists/table-section.tsx";
import { BASE, GridFormOf, LAY, NoTracks, type Outcome, saidIn } from "./grid-form.tsx";

/** The days of the event and what takes place beside the entries, with the ways to edit each. */
export function WholeGrid({ part: { days, specials, noTracks }, outcome }: { part: Part<"whole">; outcome: Outcome }) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "day");
	return (
		<>
			<p>
				<Link to="/admin/schedule">← {t("grid.backToSchedule")}</Link>
			</p>
			<h1>{t("grid.heading")}</h1>
			<p className="lead">{t("grid.lead")}</p>
			<NoTracks missing={noTracks} />
			<h2>{t("grid.days")}</h2>
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
			<h2>{t("grid.specials")}</h2>
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

type Day = Part<"whole">["days"][number];

function DayTable({ days }: { days: readonly Day[] }) {
	const { t } = useTranslation();
	const columns: Column<Day>[] = [
		{ label: t("grid.day"), head: true, cell: ({ id, label }) => <Link to={`${BASE}?day=${id}`}>{label}</Link> },
		{ label: t("grid.date"), cell: ({ date }) => date },
		{ label: t("grid.tracks"), cell: ({ tracks }) => tracks },
		{ label: t("grid.slots"), cell: ({ slots }) => slots },
		{ label: t("grid.entries"), cell: ({ entries }) => entries },
	];
	return (
		<TableSection label={t("grid.days")}>
			<Table className="grid-table" rows={days} columns={columns} />
		</TableSection>
	);
}

type Special = Part<"whole">["specials"][number];

function SpecialTable({ specials }: { specials: readonly Special[] }) {
	const { t } = useTranslation();
	const columns: Column<Special>[] = [
		{
			label: t("grid.special"),
			head: true,
			cell: ({ id, title }) => <Link to={`${BASE}?special=${id}`}>{title}</Link>,
		},
		{ label: t("grid.day"), cell: ({ day }) => day },
		{ label: t("grid.time"), cell: ({ time, end }) => `${time}–${end}` },
		{ label: t("grid.track"), cell: ({ track }) => track ?? t("grid.allTracks") },
	];
	return (
		<TableSection label={t("grid.specials")}>
			<Table className="grid-table" rows={specials} columns={columns} />
		</TableSection>
	);
}
