import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Line } from "../components/calls/call-controls.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { editionsPage, takeEdition } from "../pages/editions.server.ts";

export const handle = {
	keeps: { name: 400, nameZh: 400, firstDay: 40 },
} satisfies RouteHandle;

/** The next edition of the conference, and those before. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { ...editionsPage(context), ownPreferences: true, title: pageTitle(context, context.t("editionPage.title")) };
}

export const action = ({ context }: ActionFunctionArgs) => takeEdition(context, handle.keeps);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function EditionsPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	const typed = { values: failed?.values.name === undefined ? page.offered : failed.values, problems };
	const { id, name, before, isUsed, archived, unfinished } = page;
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href="/admin/event">← {t("eventPage.title")}</a>
			</p>
			<h1>{t("editionPage.title")}</h1>
			{before !== undefined && !isUsed ? (
				<>
					<p>{t("editionPage.goOn", { name })}</p>
					<p className="actions">
						<a className="button primary" href="/admin">
							{t("overview.title")}
						</a>
					</p>
					<form method="post" action="/admin/event/next#errors" aria-labelledby="h-undo" noValidate>
						<FormToken />
						<input type="hidden" name="was" value={id} />
						<h2 id="h-undo">{t("editionPage.undoTitle", { name })}</h2>
						<p>{t("editionPage.undoLead", { before, name })}</p>
						<button type="submit" name="do.undo" value="1" className="danger">
							{t("editionPage.undo", { before })}
						</button>
					</form>
				</>
			) : (
				<form method="post" action="/admin/event/next#errors" aria-labelledby="h-next" noValidate>
					<FormToken />
					<input type="hidden" name="was" value={id} />
					<h2 id="h-next">{t("editionPage.next", { name })}</h2>
					<ul>
						<li>{t("editionPage.archives", { name })}</li>
						<li>{t("editionPage.copies")}</li>
						<li>{t("editionPage.empty")}</li>
						<li>{t("editionPage.accounts")}</li>
						<li>{t("editionPage.undoable")}</li>
					</ul>
					{unfinished.length > 0 && (
						<div className="banner">
							<p>{t("editionPage.unfinished")}</p>
							<ul>
								{unfinished.map((todo) => (
									<li key={todo.id}>
										<a href={todo.to}>{todo.text}</a>
									</li>
								))}
							</ul>
						</div>
					)}
					<Line {...typed} name="name" label={t("eventPage.fields.name")} hint={t("editionPage.hints.name")} />
					<Line
						{...typed}
						name="nameZh"
						label={t("eventPage.fields.nameZh")}
						hint={t("eventPage.hints.chinese")}
						lang="zh-Hans"
					/>
					<TextField
						name="firstDay"
						type="date"
						label={t("editionPage.firstDay")}
						hint={t("editionPage.hints.firstDay")}
						value={typed.values.firstDay}
						problems={problems}
					/>
					<p>
						<button type="submit" className="primary">
							{t("editionPage.begin")}
						</button>
					</p>
					<FormPreferences />
				</form>
			)}
			{archived.length > 0 && (
				<>
					<h2>{t("editionPage.archived")}</h2>
					<ul>
						{archived.map((one) => (
							<li key={one.path}>
								<a href={one.console}>{one.name}</a> <span className="hint">{one.when}</span>
							</li>
						))}
					</ul>
				</>
			)}
		</div>
	);
}
