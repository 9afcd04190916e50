import type { Part } from "../../pages/grid.server.ts";
import { useTranslation } from "../../translation.tsx";
import { FieldError, TextField } from "../forms/text-field.tsx";
import { BASE, BackToGrid, GridFormOf, type Outcome, saidIn } from "./grid-form.tsx";

/** A special event: what it is called, when it is, for which tracks. */
export function GridSpecial({ part, outcome }: { part: Part<"special">; outcome: Outcome }) {
	const { t } = useTranslation();
	const { field } = saidIn(outcome, "special");
	const { details } = part;
	const when = { ...field("day", details?.dayId), options: part.days };
	const tracks = [{ id: "", label: t("grid.allTracks") }, ...part.tracks];
	return (
		<>
			<BackToGrid />
			<h1 id="h-special">{part.title ?? t("grid.addSpecial")}</h1>
			<GridFormOf path={`${BASE}?special=${part.id ?? "new"}`} of="special" className="narrow">
				<input type="hidden" name="id" value={part.id ?? ""} />
				{part.was && <input type="hidden" name="was" value={part.was} />}
				<TextField {...field("title", details?.title)} type="text" label={t("grid.title")} />
				<TextField {...field("titleZh", details?.titleZh)} type="text" label={t("grid.titleZh")} />
				<Choice {...when} label={t("grid.day")} />
				<Choice {...field("track", details?.trackId ?? "")} options={tracks} label={t("grid.track")} />
				<div className="side-by-side">
					<TextField {...field("time", details?.time)} type="text" label={t("grid.begins")} hint={t("grid.timeHint")} />
					<TextField
						{...field("minutes", details && String(details.minutes))}
						type="text"
						inputMode="numeric"
						label={t("grid.length")}
						hint={t("grid.minutesHint")}
					/>
				</div>
				<Prose {...field("description", details?.description)} label={t("grid.description")} />
				<Prose {...field("descriptionZh", details?.descriptionZh)} label={t("grid.descriptionZh")} />
				<p className="hint">{t("grid.specialHint")}</p>
				<button className="primary" type="submit" name="do.special" value={t("grid.save")}>
					{t("grid.save")}
				</button>
			</GridFormOf>
			{part.was && (
				<GridFormOf path={BASE} of="gone">
					<h2 id="h-gone">{t("grid.removeSpecial")}</h2>
					<p>{t("grid.removeSpecialHint")}</p>
					<input type="hidden" name="id" value={part.id} />
					<input type="hidden" name="was" value={part.was} />
					<button className="danger" type="submit" name="do.remove-special" value={t("grid.removeSpecial")}>
						{t("grid.removeSpecial")}
					</button>
				</GridFormOf>
			)}
		</>
	);
}

type Field = ReturnType<ReturnType<typeof saidIn>["field"]> & { label: string };

function Choice({ of, name, value, label, problems, options }: Field & { options: { id: string; label: string }[] }) {
	const id = `f-${of}-${name}`;
	const problem = problems.find(({ field }) => field === `${of}-${name}`)?.message;
	return (
		<div className={problem ? "field wrong" : "field"}>
			<label htmlFor={id}>{label}</label>
			<FieldError id={id} problem={problem} />
			<select
				id={id}
				name={name}
				defaultValue={value}
				aria-describedby={problem && `${id}-error`}
				aria-invalid={problem ? true : undefined}
			>
				{options.map((option) => (
					<option key={option.id} value={option.id}>
						{option.label}
					</option>
				))}
			</select>
		</div>
	);
}

function Prose({ of, name, value, label, problems }: Field) {
	const id = `f-${of}-${name}`;
	const problem = problems.find(({ field }) => field === `${of}-${name}`)?.message;
	return (
		<div className={problem ? "field wrong" : "field"}>
			<label htmlFor={id}>{label}</label>
			<FieldError id={id} problem={problem} />
			<textarea
				id={id}
				name={name}
				rows={3}
				defaultValue={value}
				aria-describedby={problem && `${id}-error`}
				aria-invalid={problem ? true : undefined}
			/>
		</div>
	);
}
