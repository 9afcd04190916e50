import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Both, Choice, Line, Prose } from "../components/calls/call-controls.tsx";
import { CallRefusal } from "../components/calls/call-refusal.tsx";
import { CallSections, SectionControls } from "../components/calls/call-sections.tsx";
import { CallVersions } from "../components/calls/call-versions.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { SentenceSpace, Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { takeCall } from "../pages/call-actions.server.ts";
import { callPage, callPath } from "../pages/call-page.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

/** The form of a call: what it says, its questions, and its versions. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const call = callPage(context, params.call ?? "");
	const asksToDiscard = new URL(request.url).searchParams.has("discard");
	return { call, asksToDiscard, title: pageTitle(context, call.name), path: callPath(call.category) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeCall(context, params.call ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function CallFormPage() {
	const { call, asksToDiscard, path } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const discard = asksToDiscard && !call.isPublic ? "callPage.deleteCall" : "callPage.discard";
	const typedIn = (form: string) => (failed?.form === form ? failed : undefined);
	const mine = typedIn("call");
	const typed = { values: mine?.values ?? call.values, problems: mine?.problems ?? [] };
	const own = { section: call.ownSection };
	const added = { values: typedIn("new")?.values ?? own, problems: typedIn("new")?.problems ?? [], of: "new" };
	const supplied = {
		values: typedIn("supplied")?.values ?? own,
		problems: typedIn("supplied")?.problems ?? [],
		of: "supplied",
	};
	const started = {
		values: typedIn("new-section")?.values ?? {},
		problems: typedIn("new-section")?.problems ?? [],
		of: "new-section",
	};
	const sections = call.sections.map(({ key, title }) => ({ value: key, label: title }));
	const forms = ["new", "new-section", "call", ...call.sections.map(({ key }) => `section-${key}`)];
	if (call.supplied.length > 0) forms.push("supplied");
	const refusedForm = failed && forms.includes(failed.form) ? failed.form : "";
	const refusalAt = (form: string) => failed && form === refusedForm && <CallRefusal failed={failed} />;
	return (
		<div className="console-form">
			{refusalAt("")}
			<ReportText report={undefined} />
			<p>
				<a href="/admin/programmes">← {t("programmes.title")}</a>
			</p>
			<h1 id="f-form" tabIndex={-1}>
				{call.name}
			</h1>
			<p className="lead">{t("callPage.lead")}</p>
			<div id="state">
				<p>
					{call.kind} · {call.isPublic ? t("callPage.version", { version: call.version }) : t("callPage.never")}
					<SentenceSpace />
					{call.changed}
				</p>
				{call.archived && <p className="banner">{t("callPage.archivedNote")}</p>}
				<p className="actions">
					<a className="button" href={`${path}/preview`}>
						{t("callPage.preview")}
					</a>
					<Space />
					{call.isPublic && !call.archived && <a href={`${path}/review`}>{t("reviewRules.title")}</a>}
					<Space />
					{call.revision > 0 && (
						<a className="button primary" href={`${path}/publish`}>
							{t("callPage.reviewChanges")}
						</a>
					)}
				</p>
				{call.revision > 0 && (
					<form method="post" action={path} className="actions" noValidate>
						<FormToken />
						<input type="hidden" name="revision" value={call.revision} />
						{asksToDiscard && (
							<>
								<input type="hidden" name="sure" value="1" />
								<p className="banner wrong" role="alert">
									{t(call.isPublic ? "callPage.discardAskChanges" : "callPage.discardAsk")}
								</p>
							</>
						)}
						<button type="submit" className="danger" name="do.discard" value={t(discard)}>
							{t(discard)}
						</button>
						<Space />
						{asksToDiscard && (
							<a className="button" href={path}>
								{t(call.isPublic ? "callPage.keepChanges" : "callPage.keepCall")}
							</a>
						)}
					</form>
				)}
			</div>
			<CallSections call={call} path={path} typed={failed} refusalAt={refusalAt} />
			<h2>{t("callPage.parts.add")}</h2>
			{refusalAt("new")}
			<form method="post" action={`${path}#errors`} aria-label={t("callPage.parts.add")} noValidate>
				<FormToken />
				<Both {...added} part="label" label={t("callPage.question")} hint={t("callPage.hints.question")} />
				<div className="side-by-side">
					<Choice
						{...added}
						name="kind"
						label={t("callPage.controls.kind")}
						hint={t("callPage.hints.kind")}
						options={call.kinds}
					/>
					<Choice {...added} name="section" label={t("callPage.controls.section")} options={sections} />
				</div>
				<Prose
					{...added}
					name="options"
					label={t("callPage.controls.options")}
					hint={t("callPage.hints.options")}
					rows={3}
				/>
				<button type="submit" name="do.add" value={t("callPage.addQuestion")}>
					{t("callPage.addQuestion")}
				</button>
			</form>
			{refusalAt("supplied")}
			{call.supplied.length > 0 && (
				<form method="post" action={`${path}#errors`} aria-label={t("callPage.templateQuestion")} noValidate>
					<FormToken />
					<div className="side-by-side">
						<Choice
							{...supplied}
							name="supplied"
							label={t("callPage.templateQuestion")}
							hint={t("callPage.hints.template")}
							options={call.supplied}
						/>
						<Choice {...supplied} name="section" label={t("callPage.controls.section")} options={sections} />
					</div>
					<button type="submit" name="do.take" value={t("callPage.addTemplate")}>
						{t("callPage.addTemplate")}
					</button>
				</form>
			)}
			<h2>{t("callPage.parts.section")}</h2>
			{refusalAt("new-section")}
			<form method="post" action={`${path}#errors`} aria-label={t("callPage.parts.section")} noValidate>
				<FormToken />
				<SectionControls {...started} />
				<button type="submit" name="do.add-section" value={t("callPage.addSection")}>
					{t("callPage.addSection")}
				</button>
			</form>
			<h2 id="h-form">{t("callPage.parts.form")}</h2>
			{refusalAt("call")}
			<form method="post" action={`${path}#errors`} aria-labelledby="h-form" noValidate>
				<FormToken />
				<input type="hidden" name="was" value={mine?.was ?? JSON.stringify(call.values)} />
				<Both {...typed} part="label" hint={t("callPage.hints.label")} />
				<Both {...typed} part="title" hint={t("callPage.hints.title")} />
				<Both {...typed} part="lead" hint={t("callPage.hints.lead")} rows={2} />
				<Line {...typed} name="path" label={t("callPage.controls.path")} hint={t("callPage.hints.path")} />
				<Choice
					{...typed}
					name="announced"
					label={t("callPage.controls.announced")}
					hint={t("callPage.hints.announced")}
					options={[
						{ value: "yes", label: t("callPage.yes") },
						{ value: "no", label: t("callPage.no") },
					]}
				/>
				<Choice
					{...typed}
					name="checking"
					label={t("callPage.controls.checking")}
					hint={t("callPage.hints.checking")}
					options={[
						{ value: "strict", label: t("callPage.strict") },
						{ value: "later", label: t("callPage.later") },
						...(call.mayCount ? [{ value: "soft", label: t("callPage.soft") }] : []),
					]}
				/>
				<button type="submit" name="do.call" value={t("callPage.saveForm")}>
					{t("callPage.saveForm")}
				</button>
			</form>
			<CallVersions call={call} path={path} />
		</div>
	);
}
