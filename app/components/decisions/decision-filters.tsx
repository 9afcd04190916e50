import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";

type Page = ReturnType<typeof decisionsPage>;

/** Which decisions are to be released: of one call, and of some statuses and tracks or all. */
export function DecisionFilters({ page }: { page: Pick<Page, "calls" | "call" | "statuses" | "tracks"> }) {
	const { t } = useAllTexts();
	const { calls, call, statuses, tracks } = page;
	return (
		<form method="get" action="/admin/decisions" className="filters" noValidate>
			<label>
				{t("decisions.call")}{" "}
				<select name="call" defaultValue={call}>
					{calls.map(({ id, label }) => (
						<option key={id} value={id}>
							{label}
						</option>
					))}
				</select>{" "}
			</label>
			<Ticks name="status" legend={t("admin.status")} options={statuses} />
			{tracks.length > 0 && (
				<details open={tracks.some(({ chosen }) => chosen)}>
					<summary>{t("decisions.someTracks")}</summary>
					<Ticks name="track" legend={t("admin.track")} options={tracks} />
				</details>
			)}
			<button type="submit">{t("decisions.show")}</button>
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
		<fieldset className="options options-inline">
			<legend>{legend}</legend>
			{options.map(({ id, label, chosen }) => (
				<label key={id} className="tick">
					<input type="checkbox" name={name} value={id} defaultChecked={chosen} /> {label}{" "}
				</label>
			))}
		</fieldset>
	);
}
