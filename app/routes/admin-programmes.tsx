import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { ProgrammeSettingsFields } from "../components/programme-settings.tsx";
import { ReportBanner, useReportToast } from "../components/report.tsx";
import { reportUnanswered } from "../components/unanswered.ts";
import { pageMeta } from "../handle.ts";
import { notFound, pageTitle } from "../http.ts";
import { orNotNow } from "../pages/proposal-actions.server.ts";
import { textOf } from "../programmes/answers.ts";
import { programmeOf, programmes } from "../programmes/index.ts";
import { marks } from "../programmes/marks.ts";
import type { Problem } from "../programmes/problems.ts";
import { programmeSettingsForm, programmeSettingsSeen, settingsProblems } from "../schemas/programmes.ts";
import { useTranslation } from "../translation.tsx";

/** Opens, closes, dates or links each programme, and shows what visitors then see. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	return {
		title: pageTitle(context, t("programmes.title")),
		zone,
		programmes: services.programmes.list(actor).map(({ programme, settings, phase }) => ({
			category: programme.category,
			path: programme.path,
			name: programme.title[locale],
			settings,
			phase,
		})),
	};
}

interface Outcome {
	category: string;
	problems: Problem[];
	saved?: true;
	stale?: true;
	/** What was typed, to be shown again. */
	typed?: { state: string; opens: string; closes: string; link: string };
	/** That no answer came. */
	lines?: string[];
	wrong?: boolean;
	preview?: { phase: "open" | "soon" | "closed" | "external"; sentence: string };
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t, locale, page } = context;
	const { category, ...typed } = programmeSettingsForm.parse(form);
	const { state } = typed;
	if (!programmes.some((programme) => programme.category === category)) throw notFound(context);
	const problems = settingsProblems(t, { category, ...typed });
	if (problems.length > 0 || state === "") {
		page.hasProblems = true;
		return data<Outcome>({ category, problems, typed }, { status: 422 });
	}
	if ("do.preview" in form) {
		const preview = services.programmes.preview(actor, category, { ...typed, state }, locale);
		return data<Outcome>({ category, problems, typed, preview });
	}
	const seen = programmeSettingsSeen.safeParse(textOf(form, "was"));
	const change = () =>
		seen.success ? services.programmes.change(actor, category, seen.data, { ...typed, state }) : Promise.resolve(false);
	const saved = await orNotNow(context, change, { category, problems, typed });
	if (typeof saved === "object") {
		page.hasProblems = true;
		return data<Outcome>(saved, { status: saved.status });
	}
	return saved
		? data<Outcome>({ category, problems, saved: true })
		: data<Outcome>({ category, problems, stale: true }, { status: 409 });
}

export const clientAction = reportUnanswered(undefined, (posted): Outcome => {
	const text = (name: string) => String(posted.get(name) ?? "");
	const typed = { state: text("state"), opens: text("opens"), closes: text("closes"), link: text("link") };
	return { category: text("category"), problems: [], typed };
});

export { reloadRefused as shouldRevalidate } from "../components/reload.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProgrammesPage() {
	const { programmes: listed, zone } = useLoaderData<typeof loader>();
	const outcome = useActionData<typeof action>() as Outcome | undefined;
	useReportToast(outcome);
	const { t, locale } = useTranslation();
	return (
		<>
			<ReportBanner report={outcome?.wrong ? { lines: outcome.lines ?? [], wrong: true } : undefined} />
			<ErrorSummary problems={outcome?.problems ?? []} />
			<h1>{t("programmes.title")}</h1>
			<p className="lead">{[t("programmes.lead"), t("programmes.days", { zone })].join(marks[locale].space)}</p>
			{(outcome?.saved || outcome?.stale) && (
				<p className={outcome.saved ? "banner" : "banner wrong"} role={outcome.saved ? "status" : "alert"}>
					{t(outcome.saved ? "programmes.saved" : "programmes.stale", {
						programme: programmeOf(outcome.category).title[locale],
					})}
				</p>
			)}
			<div className="settings">
				{listed.map(({ category, path, name, settings, phase }) => {
					const mine = outcome?.category === category ? outcome : undefined;
					return (
						<Form key={category} method="post" action="/admin/programmes#errors" aria-labelledby={`p-${category}`}>
							<FormToken />
							<input type="hidden" name="category" value={category} />
							<input type="hidden" name="was" value={JSON.stringify(settings)} />
							<h2 id={`p-${category}`}>
								{name}{" "}
								<span className={phase === "open" ? "status accept" : "status"}>{t(`programmes.phase.${phase}`)}</span>
							</h2>
							<ProgrammeSettingsFields
								// Fields keep what is typed in them: other settings are other fields.
								key={JSON.stringify(mine?.typed ?? settings)}
								category={category}
								settings={mine?.typed ?? settings}
								problems={mine?.problems ?? []}
							/>
							{mine?.preview && (
								<div className="banner" role="status">
									<p>
										<strong>{t("programmes.previewOf", { path })}</strong>
									</p>
									<p>
										{mine.preview.phase === "open"
											? t("programmes.previewForm")
											: t("programmes.previewClosed", { sentence: mine.preview.sentence })}
									</p>
								</div>
							)}
							<div className="actions">
								<button className="primary" type="submit">
									{t("programmes.save")}
								</button>{" "}
								<button type="submit" name="do.preview" value={t("programmes.preview")}>
									{t("programmes.preview")}
								</button>{" "}
								<a href={path}>{t("programmes.look")}</a>
							</div>
						</Form>
					);
				})}
			</div>
		</>
	);
}
