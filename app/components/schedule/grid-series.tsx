import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { GridPage, Part } from "../../pages/grid.server.ts";
import type { PlanGroup } from "../../pages/grid-plan.server.ts";
import type { RawForm } from "../../programmes/answers.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { TextField } from "../forms/text-field.tsx";
import { ReportText } from "../layout/action-report.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { TableSection } from "../lists/table-section.tsx";
import { BOARD } from "./board-url.ts";
import {
	BASE,
	BackToGrid,
	GridFormOf,
	LAY,
	NoTracks,
	type Outcome,
	SentAgain,
	saidIn,
	TickList,
} from "./grid-form.tsx";

/** Creates slots at regular times, after a preview. */
export function GridSeries({ part, outcome }: { part: Part<"series">; outcome: Outcome }) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "series");
	const plan = outcome?.plan;
	return (
		<>
			<BackToGrid />
			<h1>{t("grid.lay")}</h1>
			<NoTracks missing={part.noTracks} />
			{plan && outcome.problems.length === 0 && <Plan plan={plan} typed={outcome.typed ?? {}} />}
			<GridFormOf path={LAY} of="series" className="narrow">
				<h2 id="h-series">{t("grid.which")}</h2>
				<p className="hint">{t("grid.layHint")}</p>
				<TextField {...field("every")} type="text" inputMode="numeric" label={t("grid.every")} />
				<div className="side-by-side">
					<TextField {...field("from")} type="text" label={t("grid.from")} hint={t("grid.timeHint")} />
					<TextField {...field("to")} type="text" label={t("grid.lastAt")} hint={t("grid.timeHint")} />
				</div>
				<TextField
					{...field("minutes")}
					type="text"
					inputMode="numeric"
					label={t("grid.length")}
					hint={t("grid.lengthHint")}
				/>
				<TickList of="series" name="days" legend={t("grid.days")} options={part.days} outcome={outcome} />
				<TickList of="series" name="tracks" legend={t("grid.tracks")} options={part.tracks} outcome={outcome} />
				<button
					className={plan?.count ? undefined : "primary"}
					type="submit"
					name="do.preview"
					value={t("grid.preview")}
				>
					{t("grid.preview")}
				</button>
			</GridFormOf>
		</>
	);
}

/** The days of the series that was created last. */
export function laidDays(part: GridPage, outcome: Outcome): Part<"series">["days"] {
	if (part.kind !== "series") return [];
	const laid = outcome ? (outcome.laid ?? []) : part.laid;
	return part.days.filter(({ id }) => laid.includes(id));
}

/** Says that a series was created, and leads on: to the board, where entries are scheduled in it, and to its days. */
export function Laid({ report, days }: { report: Outcome; days: Part<"series">["days"] }) {
	const { t } = useTranslation();
	const [first, ...others] = days;
	return (
		<div id="laid" tabIndex={-1} data-focus="">
			<ReportText report={report}>
				<p className="actions">
					<Link to={first && others.length === 0 ? `${BOARD}?day=${first.id}` : BOARD}>{t("grid.toBoard")}</Link>
					{days.map(({ id, label }) => (
						<Fragment key={id}>
							{" "}
							<Link to={`${BASE}?day=${id}`}>{t("grid.slotsOf", { day: label })}</Link>
						</Fragment>
					))}
				</p>
			</ReportText>
		</div>
	);
}

function Plan({ plan: { groups, count }, typed }: { plan: { groups: PlanGroup[]; count: number }; typed: RawForm }) {
	const { t, locale } = useTranslation();
	const lists = LISTS.filter((list) => list === "added" || groups.some((group) => group[list].length > 0));
	const rows = groups.map((group) => ({ ...group, id: `${group.day} ${group.tracks[0]}` }));
	const columns: Column<(typeof rows)[number]>[] = [
		{ label: t("grid.day"), head: true, cell: ({ day }) => day },
		{ label: t("grid.tracks"), cell: ({ tracks }) => tracks.join(marks[locale].item) },
		...lists.map((list) => ({
			label: t(`grid.plan.${list}`),
			cell: (row: PlanGroup) => (row.missing && list === "added" ? t("grid.plan.missing") : row[list].join(" ") || "–"),
		})),
	];
	return (
		<>
			<h2 id="h-plan">{t("grid.planned")}</h2>
			<TableSection label={t("grid.planned")}>
				<Table className="series-plan" rows={rows} columns={columns} />
			</TableSection>
			{count === 0 ? <p>{t("grid.nothingToAdd")}</p> : <Create count={count} typed={typed} />}
		</>
	);
}

const LISTS = ["added", "present", "special", "overlapping"] as const;

/** Sends the previewed series again to create it, with the number of slots the preview named. */
function Create({ count, typed }: { count: number; typed: RawForm }) {
	const { t } = useTranslation();
	const text = t("grid.create", { count });
	const answers = Object.fromEntries(
		Object.entries(typed).filter(([name]) => !name.startsWith("do.") && name !== "count"),
	);
	return (
		<GridFormOf path={LAY} of="series" heading="h-plan" className="plan-form">
			<SentAgain typed={answers} />
			<input type="hidden" name="count" value={count} />
			<button className="primary" type="submit" name="do.lay" value={text}>
				{text}
			</button>
		</GridFormOf>
	);
}
