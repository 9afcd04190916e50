import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Both, Choice, Line } from "../components/calls/call-controls.tsx";
import { CallDifferences } from "../components/calls/call-differences.tsx";
import { OptionRows } from "../components/calls/option-rows.tsx";
import { ShownQuestion } from "../components/calls/shown-question.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { callPath, questionPath } from "../pages/call-page.server.ts";
import { questionStates } from "../pages/call-preview.server.ts";
import { questionPage, takeQuestion } from "../pages/call-question.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

export async function loader({ params, context }: LoaderFunctionArgs) {
	const question = questionPage(context, params.call ?? "", params.name ?? "");
	const { category, name } = question;
	return {
		question,
		states: questionStates(context, category),
		title: pageTitle(context, question.label),
		path: questionPath(category, name),
		back: `${callPath(category)}#q-${name}`,
	};
}

export const action = ({ params, context }: ActionFunctionArgs) =>
	takeQuestion(context, params.call ?? "", params.name ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function QuestionPage() {
	const { question, states, path, back } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	// A question that was only retired or removed comes back with what is stored.
	const isTyped = failed !== undefined && Object.keys(failed.values).length > 0;
	const typed = { values: isTyped ? failed.values : question.values, problems };
	const has = (name: string) => name in question.values;
	const control = (name: "required" | "audience" | "when" | "section" | "adviceUnit" | "initial") => ({
		...typed,
		name,
		label: t(`callPage.controls.${name}`),
	});
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined}>
				{question.publish && (
					<p>
						<a href={question.publish}>{t("callPage.reviewChanges")}</a>
					</p>
				)}
			</ReportText>
			<p>
				<a href={back}>← {question.call}</a>
			</p>
			<h1 id="f-form" tabIndex={-1}>
				{question.label}
			</h1>
			<p className="lead">
				{question.kindName} · <code>{question.name}</code>
			</p>
			{question.retired && <p className="banner">{t("callPage.retiredNote")}</p>}
			<CallDifferences differences={failed?.differences ?? []} />
			<ShownQuestion states={states} field={failed?.shown ?? question.field} />
			<form method="post" action={`${path}#errors`} noValidate>
				<FormToken />
				<input type="hidden" name="was" value={failed?.was ?? JSON.stringify(question.values)} />
				<Both {...typed} part="label" label={t("callPage.question")} />
				<Both {...typed} part="hint" hint={t("callPage.hints.hint")} rows={2} />
				{has("text") && <Both {...typed} part="text" rows={3} />}
				<div className="side-by-side">
					<Choice
						{...control("required")}
						options={[
							{ value: "yes", label: t("callPage.required") },
							{ value: "no", label: t("callPage.optional") },
						]}
					/>
					<Choice {...control("section")} options={question.sections} />
				</div>
				<Choice
					{...control("audience")}
					options={(["public", "owner", "admin"] as const).map((value) => ({
						value,
						label: t(`callPage.audiences.${value}`),
					}))}
				/>
				<Choice {...control("when")} hint={t("callPage.hints.when")} options={question.conditions} />
				{question.rows > 0 && <OptionRows {...typed} rows={question.rows} fixed={question.fixed} />}
				{has("initial") && <Choice {...control("initial")} options={question.initials} />}
				{has("max") && (
					<Line
						{...typed}
						name="max"
						label={t("callPage.controls.max")}
						hint={t("callPage.hints.max")}
						inputMode="numeric"
					/>
				)}
				{has("rows") && (
					<>
						<Line {...typed} name="rows" label={t("callPage.controls.rows")} inputMode="numeric" />
						<div className="side-by-side">
							<Line
								{...typed}
								name="adviceLimit"
								label={t("callPage.controls.adviceLimit")}
								hint={t("callPage.hints.advice")}
								inputMode="numeric"
							/>
							<Choice
								{...control("adviceUnit")}
								options={[
									{ value: "", label: t("callPage.none") },
									{ value: "characters", label: t("callPage.units.characters") },
									{ value: "words", label: t("callPage.units.words") },
								]}
							/>
						</div>
					</>
				)}
				<div className="actions">
					<button className="primary" type="submit" name="do.save" value={t("callPage.saveQuestion")}>
						{t("callPage.saveQuestion")}
					</button>
					<Space />
					<button type="submit" name="do.show" value={t("callPage.show")} data-shows="shown">
						{t("callPage.show")}
					</button>
				</div>
			</form>
			<form method="post" action={`${path}#errors`} className="actions" noValidate>
				<FormToken />
				{removal()}
			</form>
		</div>
	);

	function removal() {
		if (question.retired)
			return (
				<button type="submit" name="do.restore" value={t("callPage.restore")}>
					{t("callPage.restore")}
				</button>
			);
		if (question.isNew)
			return (
				<button type="submit" className="danger" name="do.remove" value={t("callPage.remove")}>
					{t("callPage.remove")}
				</button>
			);
		if (question.isKept) return <p className="hint">{t("callPage.keptNote")}</p>;
		return (
			<button type="submit" className="danger" name="do.retire" value={t("callPage.retire")}>
				{t("callPage.retire")}
			</button>
		);
	}
}
