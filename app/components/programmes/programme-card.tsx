import { Form } from "@remix-run/react";
import { useState } from "react";
import { useSentBack } from "../../hooks/sent-back.ts";
import type { Problem } from "../../programmes/problems.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";
import { ProgrammeSettingsFields, type TypedSettings } from "./programme-settings.tsx";

export const BASE = "/admin/programmes";

/** What became of the form of one card. */
export interface CardOutcome {
	category: string;
	problems: Problem[];
	/** What was typed, to be shown again. */
	typed?: TypedSettings;
	preview?: { phase: "open" | "soon" | "closed" | "external"; sentence: string };
}

type Fields = Parameters<typeof ProgrammeSettingsFields>[0];

interface Props extends Pick<Fields, "telling" | "asking"> {
	programme: {
		category: string;
		confirms: boolean;
		path: string;
		name: string;
		settings: TypedSettings;
		phase: "open" | "soon" | "closed" | "external";
	};
	outcome: CardOutcome | undefined;
	words: { edit: string; review: string };
}

/** The settings of one programme, with a mark on what is not saved: saving another card leaves it as typed. */
export function ProgrammeCard({ programme, outcome, words, telling, asking }: Props) {
	const { category, confirms, path, name, settings, phase } = programme;
	const { t } = useTranslation();
	const was = JSON.stringify(settings);
	const [changed, setChanged] = useState("");
	const typed = useSentBack(was, outcome?.typed);
	return (
		<Form
			method="post"
			action={`${BASE}#errors`}
			aria-labelledby={`p-${category}`}
			noValidate
			onChange={({ currentTarget }) => setChanged(differs(currentTarget, settings) ? was : "")}
		>
			<FormToken />
			<input type="hidden" name="category" value={category} />
			<input type="hidden" name="was" value={was} />
			<h2 id={`p-${category}`}>
				{name}{" "}
				<span className={phase === "open" ? "status status-accept" : "status"}>{t(`programmes.phase.${phase}`)}</span>
			</h2>
			<ProgrammeSettingsFields
				// Fields keep what is typed in them: other settings are other fields.
				key={JSON.stringify(typed ?? settings)}
				category={category}
				settings={typed ?? settings}
				problems={outcome?.problems ?? []}
				telling={telling}
				asking={confirms ? asking : undefined}
			/>
			{outcome?.preview && (
				<div className="banner" role="status">
					<p>
						<strong>{t("programmes.previewOf", { path })}</strong>
					</p>
					<p>
						{outcome.preview.phase === "open"
							? t("programmes.previewForm")
							: t("programmes.previewClosed", outcome.preview)}
					</p>
				</div>
			)}
			<div className="actions">
				<button className="primary" type="submit">
					{t("programmes.save")}
				</button>
				<Space />
				{changed === was && <span className="status status-hold">{t("programmes.unsaved")}</span>}
				<Space />
				<button className="button-link" type="submit" name="do.preview" value={t("programmes.preview")}>
					{t("programmes.preview")}
				</button>
				<Space />
				<a href={`${BASE}/${category}`}>{words.edit}</a>
				<Space />
				<a href={`${BASE}/${category}/review`}>{words.review}</a>
				<Space />
				<a href={path}>{t("programmes.look")}</a>
			</div>
		</Form>
	);
}

function differs(form: HTMLFormElement, settings: Readonly<Record<string, string>>): boolean {
	return [...new FormData(form)].some(([name, value]) => name in settings && settings[name] !== value);
}
