import type { Part } from "../../pages/grid.server.ts";
import { useTranslation } from "../../translation.tsx";
import { TextField } from "../forms/text-field.tsx";
import { BASE, BackToGrid, GridFormOf, type Outcome, saidIn } from "./grid-form.tsx";
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
		<GridFormOf path={`${BASE}?day=${part.id}`} of="tracks">
			<h2 id="h-tracks">{t("grid.tracksAndRooms")}</h2>
			<p>{t("grid.tracksHint")}</p>
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
			<button className="primary" type="submit" name="do.tracks" value={t("grid.saveTracks")}>
				{t("grid.saveTracks")}
			</button>
		</GridFormOf>
	);
}

function DayItself({ part, outcome }: Props) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "date");
	return (
		<>
			<GridFormOf path={`${BASE}?day=${part.id}`} of="date" className="narrow inline-form">
				<h2 id="h-date">{t("grid.otherDate")}</h2>
				<p>{t("grid.otherDateHint")}</p>
				<input type="hidden" name="was" value={part.date} />
				<TextField {...field("date", part.date)} type="date" label={t("grid.date")} />
				<button type="submit" name="do.date" value={t("grid.saveDate")}>
					{t("grid.saveDate")}
				</button>
			</GridFormOf>
			<GridFormOf path={BASE} of="gone">
				<h2 id="h-gone">{t("grid.removeDay")}</h2>
				<p>{t("grid.removeDayHint", { slots: part.slots, specials: part.specials })}</p>
				<input type="hidden" name="day" value={part.id} />
				<button type="submit" name="do.remove-day" value={t("grid.removeDay")}>
					{t("grid.removeDay")}
				</button>
			</GridFormOf>
		</>
	);
}
