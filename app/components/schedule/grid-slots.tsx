import { Link } from "@remix-run/react";
import type { Cell } from "../../pages/board-days.server.ts";
import type { Part } from "../../pages/grid.server.ts";
import { marks } from "../../programmes/marks.ts";
import { slotKey } from "../../schedule/grid.ts";
import { useTranslation } from "../../translation.tsx";
import { Reference } from "../entries/entry-reference.tsx";
import { FieldError, TextField } from "../forms/text-field.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { BASE, FoldedForm, GridFormOf, LAY, type Outcome, saidIn, TickList } from "./grid-form.tsx";
import { SLOT_CLASS } from "./slot-class.ts";

interface Props {
	part: Part<"day">;
	outcome: Outcome;
	path: string;
}

/** The slots of a day, to be ticked: a row for each time, a column for each track. */
export function SlotTable({ part: { table }, outcome, path }: Props) {
	const { t } = useTranslation();
	const { field, problems } = saidIn(outcome, "slots");
	const problem = problems.find(({ field }) => field === "slots-slots")?.message;
	return (
		<GridFormOf path={path} of="slots">
			<h2 id="h-slots">{t("grid.slots")}</h2>
			<p>
				{t("grid.slotsHint")}
				<SentenceSpace />
				<Link to={LAY}>{t("grid.lay")}</Link>
			</p>
			{!table ? (
				<p className="empty">{t("grid.noSlotsYet")}</p>
			) : (
				<>
					<div className={problem && "wrong"} id="f-slots-slots" tabIndex={-1}>
						<FieldError id="f-slots-slots" problem={problem} />
						<section className="scroll slot-scroll" tabIndex={0} aria-labelledby="h-slots">
							<table className="grid">
								<thead>
									<tr>
										<th scope="col">{t("grid.time")}</th>
										{table.tracks.map(({ id, label }) => (
											<th scope="col" key={id}>
												{label}
											</th>
										))}
									</tr>
								</thead>
								<tbody>
									{table.rows.map(({ time, cells }) => (
										<tr key={time}>
											<th scope="row">{time}</th>
											{cells.map((cell, index) => {
												if (cell === "covered") return null;
												const track = table.tracks[index]?.label ?? "";
												if (!cell) return <td key={`none-${track}`} />;
												const key = slotKey({ dayId: table.id, trackId: table.tracks[index]?.id ?? "", time });
												return (
													<SlotCell key={key} slot={key} cell={cell} track={track} time={time} outcome={outcome} />
												);
											})}
										</tr>
									))}
								</tbody>
							</table>
						</section>
					</div>
					<div className="bulk-tools">
						<TextField {...field("minutes")} type="text" inputMode="numeric" label={t("grid.length")} />
						<button type="submit" name="do.length" value={t("grid.changeLength")}>
							{t("grid.changeLength")}
						</button>
						<Space />
						<button className="danger" type="submit" name="do.remove" value={t("grid.removeTicked")}>
							{t("grid.removeTicked")}
						</button>
					</div>
				</>
			)}
		</GridFormOf>
	);
}

function SlotCell(props: { slot: string; cell: Cell; track: string; time: string; outcome: Outcome }) {
	const { slot, cell, track, time, outcome } = props;
	const { t, locale } = useTranslation();
	const { isTicked } = saidIn(outcome, "slots");
	const isWide = cell.kind === "special" && cell.columns > 1;
	return (
		<td
			className={SLOT_CLASS[cell.kind]}
			colSpan={isWide ? cell.columns : undefined}
			rowSpan={cell.rows > 1 ? cell.rows : undefined}
			data-label={isWide ? undefined : track}
		>
			{cell.kind === "special" ? (
				<>
					<Link to={`${BASE}?special=${cell.id}`}>{cell.title}</Link> <span>{t("grid.until", { time: cell.end })}</span>
				</>
			) : (
				<label className="slot-tick">
					<input
						type="checkbox"
						name="slots"
						value={slot}
						defaultChecked={isTicked("slots", slot, false)}
						aria-label={[time, track, cell.kind === "entry" && cell.title].filter(Boolean).join(marks[locale].comma)}
					/>
					<span>
						{t("grid.until", { time: cell.end })}{" "}
						{cell.kind === "entry" && (
							<>
								<b>{cell.title}</b> <Reference of={cell.reference} />
							</>
						)}
					</span>
				</label>
			)}
		</td>
	);
}

/** Selects slots by time, so that nobody has to tick them one by one. */
export function SlotRange({ part, outcome, path }: Props) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "range");
	return (
		<FoldedForm path={path} of="range" className="narrow" title={t("grid.removeRange")} outcome={outcome}>
			<div className="side-by-side">
				<TextField {...field("from")} type="text" label={t("grid.from")} hint={t("grid.timeHint")} />
				<TextField {...field("to")} type="text" label={t("grid.to")} hint={t("grid.rangeHint")} />
			</div>
			<TickList
				of="range"
				name="tracks"
				legend={t("grid.tracks")}
				options={part.table?.tracks ?? []}
				outcome={outcome}
			/>
			<button className="danger" type="submit" name="do.remove-range" value={t("grid.removeRangeButton")}>
				{t("grid.removeRangeButton")}
			</button>
		</FoldedForm>
	);
}
