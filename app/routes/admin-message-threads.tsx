import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Reference } from "../components/entries/entry-reference.tsx";
import { PresenceMark } from "../components/entries/status-mark.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { MESSAGE_CONTROLS, SETTLE, THREAD_KEEPS } from "../components/messages/message-controls.ts";
import { MessageForm } from "../components/messages/message-form.tsx";
import { MessageList } from "../components/messages/message-list.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { takeMessage, threadsPage } from "../pages/messages.server.ts";

export const handle = { typing: true, keeps: THREAD_KEEPS } satisfies RouteHandle;

/** What organisers and the author of an entry wrote to each other, and apart from it what organisers wrote about it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = threadsPage(context, params.entry ?? "", new URL(request.url).searchParams);
	const title = context.t("messages.titleOf", { reference: page.reference });
	return { ...page, title: pageTitle(context, title) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeMessage(context, params.entry ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function MessageThreadsPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t, locale } = useAllTexts();
	const { path, heading, waits } = page;
	const problems = failed?.problems ?? [];
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href={page.details}>← {t("messages.backToEntry")}</a> · <a href={page.list}>{t("messages.title")}</a>
			</p>
			<h1 lang={langOf(heading, locale)}>{heading}</h1>
			<p className="lead">
				{page.about} · <Reference of={page.reference} /> <PresenceMark presence={page.presence} />
			</p>
			<section aria-labelledby="h-people">
				<h2 id="h-people">{t("messages.withAuthor")}</h2>
				<p>{t("messages.withAuthorLead", { as: page.as })}</p>
				<MessageList thread={page.people} none={t("messages.none")} />
				{page.open && (
					<MessageForm
						path={path}
						controls={MESSAGE_CONTROLS.people}
						label={t("messages.label")}
						hint={page.hint}
						send={t("messages.send")}
						primary
						value={failed?.values.message}
						problems={problems}
					/>
				)}
				{page.open && waits !== undefined && (
					<form method="post" action={path} noValidate>
						<FormToken />
						<p className="actions">
							<span className="status status-hold">{t("messages.waits")}</span>{" "}
							<button type="submit" name={SETTLE} value={waits}>
								{t("messages.settle")}
							</button>
						</p>
					</form>
				)}
			</section>
			<section aria-labelledby="h-organisers">
				<h2 id="h-organisers">{t("messages.amongOrganisers")}</h2>
				<p>{t("messages.amongLead")}</p>
				<MessageList thread={page.organisers} none={t("messages.noneAmong")} />
				{page.open && (
					<MessageForm
						path={path}
						controls={MESSAGE_CONTROLS.organisers}
						label={t("messages.noteLabel")}
						send={t("messages.noteSend")}
						value={failed?.values.note}
						problems={problems}
					/>
				)}
			</section>
			{!page.open && <p className="banner">{t("messages.closed")}</p>}
		</div>
	);
}
