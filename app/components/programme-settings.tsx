import type { Problem } from "../programmes/problems.ts";
import { useTranslation } from "../translation.tsx";

const STATES = ["open", "closed", "dates", "external"] as const;

/** State, days and address of one programme. */
export function ProgrammeSettingsFields(props: {
	category: string;
	settings: { state: string; opens: string; closes: string; link: string };
	problems: readonly Problem[];
}) {
	const { category, settings, problems } = props;
	const { t } = useTranslation();
	return (
		<>
			<fieldset className="field">
				<legend>{t("programmes.state")}</legend>
				<div className="options inline">
					{STATES.map((state) => (
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
			<div className="row">
				{input("opens", "date", t("programmes.opens"))}
				{input("closes", "date", t("programmes.closes"))}
			</div>
			{input("link", "url", t("programmes.link"))}
		</>
	);

	function input(name: "opens" | "closes" | "link", type: "date" | "url", label: string) {
		const id = `f-${category}-${name}`;
		const problem = problems.find(({ field }) => `f-${field}` === id)?.message;
		return (
			<div className={problem ? "field wrong" : "field"}>
				<label htmlFor={id}>{label}</label>
				{problem && (
					<p className="error" id={`${id}-error`}>
						<strong>{t("form.error")}</strong>
						{problem}
					</p>
				)}
				<input
					id={id}
					name={name}
					type={type}
					defaultValue={settings[name]}
					aria-describedby={problem && `${id}-error`}
					aria-invalid={problem ? true : undefined}
				/>
			</div>
		);
	}
}
