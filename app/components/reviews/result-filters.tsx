import { useAllTexts } from "../../all-texts.ts";
import type { resultsPage } from "../../pages/results.server.ts";
import { Space } from "../layout/space.tsx";

type Page = ReturnType<typeof resultsPage>;

/** Which results are shown, and by which weights. */
export function ResultFilters({ page }: { page: Page }) {
	const { t } = useAllTexts();
	return (
		<form method="get" action={page.base} noValidate>
			{!page.isUsualOrder && <input type="hidden" name="sort" value={page.sort} />}
			<div className="filters">
				{page.tracks.length > 0 && (
					<Choice name="track" label={t("admin.track")} value={page.track} options={page.tracks} />
				)}
				<Choice name="status" label={t("admin.status")} value={page.status} options={page.statuses} />
				<Choice name="only" label={t("results.only")} value={page.only} options={page.onlys} />
				<button type="submit">{t("results.show")}</button>
				<Space />
				<a className="button" href={page.file}>
					{t("admin.csv")}
				</a>
			</div>
			<details open={page.whatIf !== ""}>
				<summary>{t("results.whatIf")}</summary>
				<p className="hint">{t("results.whatIfHint")}</p>
				<div className="filters">
					{page.weights.map(({ name, label, value, most }) => (
						<label key={name}>
							{label}{" "}
							<select name={name} defaultValue={value}>
								{Array.from({ length: most + 1 }, (_, weight) => String(weight)).map((weight) => (
									<option key={weight}>{weight}</option>
								))}
							</select>{" "}
						</label>
					))}
					<button type="submit">{t("results.tryWeights")}</button>
				</div>
			</details>
		</form>
	);
}

interface ChoiceProps {
	name: string;
	label: string;
	value: string;
	options: readonly { id: string; label: string }[];
}

function Choice({ name, label, value, options }: ChoiceProps) {
	const { t } = useAllTexts();
	return (
		<label>
			{label}{" "}
			<select name={name} defaultValue={value}>
				<option value="">{t("admin.all")}</option>
				{options.map((option) => (
					<option key={option.id} value={option.id}>
						{option.label}
					</option>
				))}
			</select>{" "}
		</label>
	);
}
