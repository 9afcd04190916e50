import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Lines } from "../components/layout/lines.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { SETUP, takeSetup } from "../pages/setup.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

/** The set-up of the event as one document: to take away, to check and to apply. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t } = context;
	return { title: pageTitle(context, t("setupMessages.title")), path: SETUP, state: services.setup.state(actor) };
}

export const action = ({ context }: ActionFunctionArgs) => takeSetup(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function SetupPage() {
	const { path, state } = useLoaderData<typeof loader>();
	const outcome = useActionData<typeof action>();
	const { t } = useAllTexts();
	return (
		<div className="console-form">
			<p>
				<a href="/admin/event">← {t("eventPage.title")}</a>
			</p>
			<h1>{t("setupMessages.title")}</h1>
			<p className="lead">{t("setupMessages.lead")}</p>
			<ReportText report={outcome} />
			<Lines heading={t("setupMessages.faults")} lines={outcome?.faults} />
			<Lines heading={t("setupMessages.changes")} lines={outcome?.changes} />
			<h2>{t("setupMessages.export")}</h2>
			<p>
				<a className="button" href="/admin/event/setup.json">
					{t("setupMessages.download")}
				</a>
				<Space />
				<a href="/api/setup.schema.json">{t("setupMessages.schema")}</a>
			</p>
			<h2 id="h-import">{t("setupMessages.import")}</h2>
			<p className="hint">{t("setupMessages.importLead")}</p>
			<ImportForm outcome={outcome} path={path} state={outcome?.state || state} />
		</div>
	);
}

type Outcome = ReturnType<typeof useActionData<typeof action>>;

function ImportForm({ outcome, path, state }: { outcome: Outcome; path: string; state: string }) {
	const { t } = useAllTexts();
	const run = outcome?.run ?? "";
	return (
		<form method="post" action={path} encType="multipart/form-data" aria-labelledby="h-import" noValidate>
			<FormToken />
			<input type="hidden" name="state" value={state} />
			<div className="field">
				<label htmlFor="f-file">{t("setupMessages.file")}</label>
				<input id="f-file" type="file" name="file" accept=".json,application/json" />
			</div>
			<div className="field">
				<label htmlFor="f-text">{t("setupMessages.text")}</label>
				<textarea id="f-text" name="text" rows={10} defaultValue={outcome?.text} spellCheck={false} />
			</div>
			<div className="actions">
				<button className={run ? undefined : "primary"} type="submit" name="do.check" value={t("setupMessages.check")}>
					{t("setupMessages.check")}
				</button>
				{run && (
					<button className="primary" type="submit" name="do.import" value={run}>
						{run}
					</button>
				)}
			</div>
		</form>
	);
}
