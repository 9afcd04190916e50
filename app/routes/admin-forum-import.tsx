import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Lines } from "../components/layout/lines.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { takeImport } from "../pages/forum-import.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { marks } from "../programmes/marks.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { typing: true };

const BASE = "/admin/forum/import";

/** Registrations from a file: looked at first, and stored only when every row is right (decisions 6.14). */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, t } = context;
	return {
		title: pageTitle(context, t("forumImport.title")),
		// Of this page alone: no other is sent them.
		words: {
			heading: t("forumImport.title"),
			lead: t("forumImport.lead"),
			check: t("forumImport.check"),
			columns: t("forumImport.columns", { columns: services.forumImport.columns().join(marks[context.locale].item) }),
			badRows: t("forumImport.badRows"),
			duplicates: t("forumImport.duplicates"),
			file: t("forumImport.file", { most: services.forumImport.mostSentBytes / 1024 }),
			text: t("forumImport.text"),
		},
	};
}

export async function action({ context }: ActionFunctionArgs) {
	const taken = await takeImport(context);
	const result = { ...taken, run: context.t("forumImport.run", { count: taken.ready }) };
	// Nothing is changed by a check, and its text is too long for an address.
	return result.ready > 0 ? data(result) : reported(context, result);
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ForumImportPage() {
	const shown = useLoaderData<typeof loader>();
	const { words } = shown;
	const result = useActionData<typeof action>();
	const { t } = useTranslation();
	return (
		<>
			<p>
				<Link to="/admin/forum">← {t("admin.backToList")}</Link>
			</p>
			<h1>{words.heading}</h1>
			<p className="lead">{words.lead}</p>
			<p className="hint">{words.columns}</p>
			<ReportText report={result} />
			{result && <Lines heading={words.badRows} lines={result.bad} />}
			{result && <Lines heading={words.duplicates} lines={result.duplicates} />}
			<Form
				method="post"
				action={BASE}
				encType="multipart/form-data"
				key={result?.text}
				className="console-form"
				noValidate
			>
				<FormToken />
				<div className="field">
					<label htmlFor="f-file">{words.file}</label>
					<input id="f-file" type="file" name="file" accept=".csv,.txt,text/csv" />
				</div>
				<div className="field">
					<label htmlFor="f-text">{words.text}</label>
					<textarea id="f-text" name="text" rows={10} defaultValue={result?.text} spellCheck={false} />
				</div>
				<div className="actions">
					<button className={result?.ready ? undefined : "primary"} type="submit" name="do.check" value={words.check}>
						{words.check}
					</button>
					{result?.ready ? (
						<button className="primary" type="submit" name="do.import" value={words.heading}>
							{result.run}
						</button>
					) : null}
				</div>
			</Form>
		</>
	);
}
