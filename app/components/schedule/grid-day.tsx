import type { Part } from "../../pages/grid.server.ts";
import { useTranslation } from "../../translation.tsx";
import { TextField } from "../forms/text-field.tsx";
import { BASE, BackToGrid, FoldedForm, NoTracks, type Outcome, saidIn } from "./grid-form.tsx";
import { SlotRange, SlotTable } from "./grid-slots.tsx";

interface Props {
	part: Part<"day">;
	outcome: Outcome;
}

/** One day: its slots, its tracks, its date. */
export function GridDay({ part, outcome }: Props) {
	const path = `${BASE}?day=${part.id}`;
	return (
		<>
			<BackToGrid />
			<h1>{part.label}</h1>
			<SlotTable part={part} outcome={outcome} path={path} />
			{part.slots > 0 && <SlotRange part={part} outcome={outcome} path={path} />}
			<Columns part={part} outcome={outcome} />
			<DayItself part={part} outcome={outcome} />
		</>
	);
}

/** Which tracks have a column, and where each takes place. */
function Columns({ part, outcome }: Props) {
	const { t } = useTranslation();
	const { field, isTicked } = saidIn(outcome, "tracks");
	return (
		<FoldedForm
			path={`${BASE}?day=${part.id}`}
			of="tracks"
			title={t("grid.tracksAndRooms")}
			outcome={outcome}
			isOpen={part.slots === 0}
		>
			{part.tracks.length > 0 ? <p>{t("grid.tracksHint")}</p> : <NoTracks missing={part.noTracks} />}
			<input type="hidden" name="was" value={part.was} />
			<ul className="column-list">
				{part.tracks.map(({ id, label, hasColumn, room }) => (
					<li key={id}>
						<label className="tick">
							<input type="checkbox" name="tracks" value={id} defaultChecked={isTicked("tracks", id, hasColumn)} />
							{label}
						</label>
						<TextField {...field(`room-${id}`, room)} type="text" label={t("grid.roomOf", { track: label })} />
					</li>
				))}
			</ul>
			{part.tracks.length > 0 && (
				<button className="primary" type="submit" name="do.tracks" value={t("grid.saveTracks")}>
					{t("grid.saveTracks")}
				</button>
			)}
		</FoldedForm>
	);
}

function DayItself({ part, outcome }: Props) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "date");
	return (
		<>
			<FoldedForm
				path={`${BASE}?day=${part.id}`}
				of="date"
				className="narrow inline-form"
				title={t("grid.otherDate")}
				outcome={outcome}
			>
				<p>{t("grid.otherDateHint")}</p>
				<input type="hidden" name="was" value={part.date} />
				<TextField {...field("date", part.date)} type="date" label={t("grid.date")} />
				<button type="submit" name="do.date" value={t("grid.saveDate")}>
					{t("grid.saveDate")}
				</button>
			</FoldedForm>
			<FoldedForm path={BASE} of="gone" title={t("grid.removeDay")} outcome={outcome}>
				<p>{t("grid.removeDayHint", { slots: part.slots, specials: part.specials })}</p>
				<input type="hidden" name="day" value={part.id} />
				<button className="danger" type="submit" name="do.remove-day" value={t("grid.removeDay")}>
					{t("grid.removeDay")}
				</button>
			</FoldedForm>
		</>
	);
}
