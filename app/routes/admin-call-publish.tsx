import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useAllTexts } from "../all-texts.ts";
import { Line } from "../components/calls/call-controls.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { callPath } from "../pages/call-page.server.ts";
import { publishPage, takePublication } from "../pages/call-publishing.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

export async function loader({ params, context }: LoaderFunctionArgs) {
	const category = params.call ?? "";
	const page = publishPage(context, category);
	const title = pageTitle(context, context.t("callPage.publishTitle", { call: page.name }));
	return { page, title, path: callPath(category, "/publish"), back: callPath(category) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takePublication(context, params.call ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PublishCallPage() {
	const { page, path, back } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<p>
				<a href={back}>← {page.name}</a>
			</p>
			<h1>{t("callPage.publishTitle", { call: page.name })}</h1>
			<p className="lead">{page.revision > 0 ? t("callPage.publishLead") : t("callPage.nothing")}</p>
			<ul>
				{page.changes.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
			{page.inUse && <p>{page.inUse}</p>}
			{page.faults.length > 0 && problems.length === 0 && (
				<ul className="banner wrong">
					{page.faults.map(({ message }) => (
						<li key={message}>{message}</li>
					))}
				</ul>
			)}
			{page.revision > 0 && (
				<form method="post" action={`${path}#errors`} noValidate>
					<FormToken />
					<input type="hidden" name="revision" value={page.revision} />
					{page.lacking && (
						<fieldset>
							<legend>{page.lacking}</legend>
							<div className="options">
								{[
									{ value: "", text: t("callPage.lackingStay") },
									{ value: "incomplete", text: t("callPage.lackingMarked") },
								].map(({ value, text }) => (
									<Fragment key={value}>
										<input
											type="radio"
											id={`lacking-${value}`}
											name="lacking"
											value={value}
											defaultChecked={(failed?.values.lacking ?? "") === value}
										/>
										<label htmlFor={`lacking-${value}`}>{text}</label>
									</Fragment>
								))}
							</div>
						</fieldset>
					)}
					<Line
						name="note"
						label={t("callPage.controls.note")}
						hint={t(page.isFirst ? "callPage.noteHintFirst" : "callPage.noteHint")}
						values={failed?.values ?? {}}
						problems={problems}
					/>
					<p className="actions">
						<button className="primary" type="submit">
							{t("callPage.publish")}
						</button>
						<Space />
						<a className="button" href={`${back}/preview`}>
							{t("callPage.preview")}
						</a>
					</p>
				</form>
			)}
		</div>
	);
}
