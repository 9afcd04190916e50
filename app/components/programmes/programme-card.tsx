import type { Problem } from "../../programmes/problems.ts";
import { useTranslation } from "../../translation.tsx";
import { ErrorSummary } from "../forms/error-summary.tsx";
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
	/** It is the whole answer: its problems stand above it and not above the page. */
	isAlone: boolean;
	words: { edit: string; review: string };
}

/** Id of the card of a call. */
export const cardOf = (category: string): string => `card-${category}`;

/** The settings of one programme, with a mark on unsaved changes. Scripts replace only this card, so other cards keep their typed values. */
export function ProgrammeCard({ programme, outcome, isAlone, words, telling, asking }: Props) {
	const { category, confirms, path, name, settings, phase } = programme;
	const { t } = useTranslation();
	const typed = outcome?.typed;
	const problems = outcome?.problems ?? [];
	const isUnsaved =
		typed && (Object.keys(typed) as (keyof TypedSettings)[]).some((name) => typed[name] !== settings[name]);
	const id = cardOf(category);
	return (
		<form
			id={id}
			method="post"
			action={`${BASE}#errors`}
			aria-labelledby={`p-${category}`}
			noValidate
			data-hx-target={`#${id}`}
			data-unsaved={t("programmes.unsaved")}
		>
			<FormToken />
			<input type="hidden" name="category" value={category} />
			<input type="hidden" name="was" value={JSON.stringify(settings)} />
			{isAlone && problems.length > 0 && <ErrorSummary problems={problems} headline={name} />}
			<h2 id={`p-${category}`}>
				{name}{" "}
				<span className={phase === "open" ? "status status-accept" : "status"}>{t(`programmes.phase.${phase}`)}</span>
			</h2>
			<ProgrammeSettingsFields
				category={category}
				settings={typed ?? settings}
				problems={problems}
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
				{isUnsaved && (
					<span className="status status-hold" data-unsaved-mark="">
						{t("programmes.unsaved")}
					</span>
				)}
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
		</form>
	);
}
