import { PROGRAMME_STATES, type Telling } from "../../enumerations.ts";
import type { Problem } from "../../programmes/problems.ts";
import { useTranslation } from "../../translation.tsx";
import { FieldError, TextField } from "../forms/text-field.tsx";

/** What a form of settings holds, right or wrong. */
export type TypedSettings = Record<
	"state" | "opens" | "closes" | "link" | "tells" | "confirmBy" | "remindDays",
	string
>;

/** State, days and address of one programme. */
export function ProgrammeSettingsFields(props: {
	category: string;
	settings: TypedSettings;
	problems: readonly Problem[];
	/** When the call tells its decisions, in words that only this page is sent. */
	telling: { legend: string; options: readonly { value: Telling; label: string }[] };
	/** How it asks accepted authors to confirm, in such words; undefined for a call that has nothing to ask. */
	asking: { confirmBy: string; confirmHint: string; remindDays: string } | undefined;
}) {
	const { category, settings, problems, telling, asking } = props;
	const { t } = useTranslation();
	const hasLinkProblem = problems.some(({ field }) => field === `${category}-link`);
	const shared = { of: category, problems };
	const unsettled = problems.find(({ field }) => field === `${category}-state`)?.message;
	return (
		<>
			<fieldset className={unsettled ? "field wrong" : "field"} id={`f-${category}-state`} tabIndex={-1}>
				<legend>{t("programmes.state")}</legend>
				<FieldError id={`f-${category}-state`} problem={unsettled} />
				<div className="options options-inline">
					{PROGRAMME_STATES.map((state) => (
						<span key={state}>
							<input
								type="radio"
								id={`f-${category}-${state}`}
								name="state"
								value={state}
								defaultChecked={settings.state === state}
							/>
							<label htmlFor={`f-${category}-${state}`}>{t(`programmes.states.${state}`)}</label>
						</span>
					))}
				</div>
			</fieldset>
			{/* Can be opened whatever the state: without scripts it is chosen and filled in at once. */}
			<details className="field" open={settings.state === "external" || hasLinkProblem} data-opened-by="external">
				<summary>{t("programmes.link")}</summary>
				<TextField {...shared} name="link" type="url" label={t("programmes.link")} isNamed value={settings.link} />
			</details>
			<div className="side-by-side">
				<TextField {...shared} name="opens" type="date" label={t("programmes.opens")} value={settings.opens} />
				<TextField {...shared} name="closes" type="date" label={t("programmes.closes")} value={settings.closes} />
			</div>
			<fieldset className="field">
				<legend>{telling.legend}</legend>
				<div className="options options-inline">
					{telling.options.map(({ value, label }) => (
						<span key={value}>
							<input
								type="radio"
								id={`f-${category}-${value.replace(" ", "-")}`}
								name="tells"
								value={value}
								defaultChecked={settings.tells === value}
							/>
							<label htmlFor={`f-${category}-${value.replace(" ", "-")}`}>{label}</label>
						</span>
					))}
				</div>
			</fieldset>
			{asking && (
				<>
					<div className="side-by-side">
						<TextField {...shared} name="confirmBy" type="date" label={asking.confirmBy} value={settings.confirmBy} />
						<TextField
							{...shared}
							name="remindDays"
							type="text"
							inputMode="numeric"
							label={asking.remindDays}
							value={settings.remindDays}
						/>
					</div>
					<p className="hint">{asking.confirmHint}</p>
				</>
			)}
		</>
	);
}
