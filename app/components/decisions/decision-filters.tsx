import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";

type Page = ReturnType<typeof decisionsPage>;

/** Which decisions are to be released: of one call, and of some statuses and tracks or all. */
export function DecisionFilters({ page }: { page: Pick<Page, "calls" | "call" | "statuses" | "tracks"> }) {
	const { t } = useAllTexts();
	const { calls, call, statuses, tracks } = page;
	return (
		<form method="get" action="/admin/decisions" className="console-form" noValidate>
			<div className="field">
				<label htmlFor="f-call">{t("decisions.call")}</label>
				<select id="f-call" name="call" defaultValue={call}>
					{calls.map(({ id, label }) => (
						<option key={id} value={id}>
							{label}
						</option>
					))}
				</select>
			</div>
			{statuses.length > 0 && <Ticks name="status" legend={t("decisions.statuses")} options={statuses} />}
			{tracks.length > 0 && (
				<details open={tracks.some(({ chosen }) => chosen)}>
					<summary>{t("decisions.someTracks")}</summary>
					<Ticks name="track" legend={t("decisions.tracks")} options={tracks} />
				</details>
			)}
			<div className="actions">
				<button type="submit">{t("decisions.show")}</button>
			</div>
		</form>
	);
}

/** Without a tick, all. */
function Ticks({
	name,
	legend,
	options,
}: {
	name: string;
	legend: string;
	options: Page["statuses"] | Page["tracks"];
}) {
	return (
		<fieldset className="field">
			<legend>{legend}</legend>
			<div className="options options-inline">
				{options.map(({ id, label, chosen }) => (
					<span key={id}>
						<input type="checkbox" id={`f-${name}-${id}`} name={name} value={id} defaultChecked={chosen} />
						<label htmlFor={`f-${name}-${id}`}>{label}</label>{" "}
					</span>
				))}
			</div>
		</fieldset>
	);
}
