import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { type EventField, rulesOfField } from "../../brand/event-fields.ts";
import { PUBLIC_TALKS } from "../../enumerations.ts";
import type { eventPage } from "../../pages/event.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { SentenceSpace } from "../layout/space.tsx";

interface Props {
	page: ReturnType<typeof eventPage>;
	/** What the fields hold, by name. */
	values: Readonly<Record<string, string>>;
	/** The settings that the form was made with. */
	was: string;
	problems: readonly Problem[];
	/** A colour in place of one that cannot be used. */
	nearest?: string;
}

const TYPES = { line: "text", link: "url", email: "email", colour: "text" } as const;

/** The names, links and look of the event. */
export function EventForm({ page, values, was, problems, nearest }: Props) {
	const { t } = useAllTexts();
	const { zones, dates, contrast } = page;
	return (
		<form method="post" action="/admin/event#errors" aria-labelledby="h-event" noValidate>
			<FormToken />
			<input type="hidden" name="was" value={was} />
			<h2 id="h-event">{t("eventPage.parts.what")}</h2>
			<Pair>
				{field("name", t("eventPage.hints.name"))}
				{field("nameZh", t("eventPage.hints.chinese"))}
			</Pair>
			<Pair>
				{field("place", t("eventPage.hints.place"))}
				{field("placeZh", t("eventPage.hints.chinese"))}
			</Pair>
			<p>
				{dates === "" ? t("eventPage.noDates") : t("eventPage.dates", { dates })}
				<SentenceSpace />
				<a href="/admin/schedule/grid">{t("eventPage.changeGrid")}</a>
			</p>
			{field("zone", t("eventPage.hints.zone"))}
			<h2>{t("eventPage.parts.who")}</h2>
			<Pair>
				{field("organisation", t("eventPage.hints.organisation"))}
				{field("organisationZh", t("eventPage.hints.chinese"))}
			</Pair>
			{field("support", t("eventPage.hints.support"))}
			<h2>{t("eventPage.parts.links")}</h2>
			<p className="hint">{t("eventPage.hints.links")}</p>
			{field("site", t("eventPage.hints.site"))}
			{field("privacy", t("eventPage.hints.privacy"))}
			{field("chat", t("eventPage.hints.chat"))}
			{field("spotlightSite", t("eventPage.hints.spotlightSite"))}
			<h2>{t("eventPage.parts.front")}</h2>
			{field("front", t("eventPage.hints.front"))}
			{field("frontZh", t("eventPage.hints.chinese"))}
			<h2>{t("eventPage.parts.public")}</h2>
			{field("publicTalks", t("eventPage.hints.publicTalks"))}
			<h2>{t("eventPage.parts.look")}</h2>
			{field("accent", t("eventPage.hints.accent"))}
			<p className="hint">
				<Swatch colour={contrast.light} /> {t("eventPage.onLight", contrast)}
				<SentenceSpace />
				<Swatch colour={contrast.dark} /> {t("eventPage.onDark", contrast)}
			</p>
			<div className="actions">
				<button className="primary" type="submit">
					{t("eventPage.save")}
				</button>
				{nearest && (
					<>
						{" "}
						<button type="submit" name="do.colour" value={nearest}>
							<Swatch colour={nearest} /> {t("eventPage.saveColour", { nearest })}
						</button>
					</>
				)}
			</div>
			<FormPreferences />
		</form>
	);

	function field(name: EventField, hint?: string) {
		const { kind, required, chineseFor } = rulesOfField(name);
		const id = `f-${name}`;
		const problem = problems.find((one) => one.field === name)?.message;
		const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined;
		const common = {
			id,
			name,
			"aria-describedby": described,
			"aria-invalid": problem ? true : undefined,
			"aria-required": required,
			defaultValue: values[name],
			lang: chineseFor ? "zh-Hans" : undefined,
		};
		return (
			<div className={problem ? "field wrong" : "field"}>
				<label htmlFor={id}>{t(`eventPage.fields.${name}`)}</label>
				{hint && (
					<p className="hint" id={`${id}-hint`}>
						{hint}
					</p>
				)}
				<FieldError id={id} problem={problem} />
				{control()}
			</div>
		);

		function control(): ReactNode {
			if (kind === "prose") return <textarea {...common} rows={5} />;
			if (kind === "choice") {
				return (
					<select {...common}>
						{PUBLIC_TALKS.map((option) => (
							<option key={option} value={option}>
								{t(`eventPage.publicTalks.${option}`)}
							</option>
						))}
					</select>
				);
			}
			if (kind !== "zone") return <input {...common} type={TYPES[kind]} autoComplete="off" />;
			const offered = zones.includes(values[name] ?? "") ? zones : [values[name] ?? "", ...zones];
			return (
				<select {...common} lang="en">
					{offered.map((zone) => (
						<option key={zone} value={zone}>
							{zone}
						</option>
					))}
				</select>
			);
		}
	}
}

/** Two fields that belong together: beside each other where there is room. */
function Pair({ children }: { children: ReactNode }) {
	return <div className="side-by-side">{children}</div>;
}

/** The content policy allows no styles of elements, so the colour is that of a drawing. */
function Swatch({ colour }: { colour: string }) {
	return (
		<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
			<rect width="16" height="16" rx="4" fill={colour} />
		</svg>
	);
}
