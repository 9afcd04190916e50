import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { CallDifferences } from "../components/calls/call-differences.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { MailTextForm } from "../components/mails/mail-text-form.tsx";
import { MailTextPreview } from "../components/mails/mail-text-preview.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { KEPT_OF_TEXTS } from "../mails/text-controls.ts";
import { TEXTS, takeText, textPage } from "../pages/mail-texts.server.ts";

export const handle = { keeps: KEPT_OF_TEXTS } satisfies RouteHandle;

/** The text of one kind of mail, in both languages. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const mail = textPage(context, params.kind ?? "");
	return { mail, back: TEXTS, ownPreferences: true, title: pageTitle(context, mail.name) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeText(context, params.kind ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function MailTextPage() {
	const { mail, back } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href={back}>← {t("mailTexts.title")}</a>
			</p>
			<h1>{mail.name}</h1>
			<p className="lead">{mail.when}</p>
			<CallDifferences differences={failed?.differences ?? []} />
			{failed?.preview && <MailTextPreview preview={failed.preview} />}
			<MailTextForm mail={mail} values={failed?.values ?? mail.values} problems={problems} />
		</div>
	);
}
