import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ForumList } from "../components/forum/forum-list.tsx";
import { DialogReport } from "../components/layout/action-report.tsx";
import { Modal } from "../components/layout/modal.tsx";
import { BulkQuestion, behindDialog } from "../components/lists/bulk-question.tsx";
import { withParameters } from "../components/lists/list-url.ts";
import { LetterForm } from "../components/mails/letter-form.tsx";
import { readingPage } from "../components/reading/reading-page.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { useLeaveWhenDone } from "../hooks/leave-when-done.ts";
import { useListReport } from "../hooks/list-report.ts";
import { pageTitle } from "../http.ts";
import { CONSOLE_LISTS } from "../kinds.ts";
import { DETAILS } from "../open-in-list.ts";
import { forumModal, forumPage, takeForum } from "../pages/forum.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { readingAsked } from "../pages/reading.server.ts";

export const handle: RouteHandle = { hydrate: true };

/** Registrations for the forum: who came, who is invited, who has been told (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const asked = readingAsked(context, "forum", search, t("forum.title"));
	const list = forumPage(context, search, asked.reading?.id);
	const modal = forumModal(context, search, list.total);
	const title = modal ? pageTitle(context, modal.title) : asked.title;
	return { ...asked, list, modal, title };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = readingPage<Page>(CONSOLE_LISTS.forum);

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeForum(context, new URL(request.url)));
}

export const clientAction = reportUnanswered(
	(t, posted, reason) => reason ?? t(posted.has("do.send") ? "outbox.unanswered" : "site.offline"),
);

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ForumPage() {
	const page = useLoaderData<typeof clientLoader>();
	const report = useActionData<typeof action>();
	const { list, modal } = page;
	const { path, reading } = kept.useShown(page);
	const back = behindDialog(path, reading);
	useListReport(report, back, modal !== undefined);
	useLeaveWhenDone(page, report, back);
	const dialogs = reading ? withParameters(path, { over: DETAILS }) : path;
	return (
		<Modal
			title={modal?.title ?? ""}
			back={back}
			open={modal !== undefined}
			list={<ForumList {...{ list, reading, path, report }} />}
		>
			<DialogReport report={report} />
			{modal?.kind === "bulk" && <BulkQuestion modal={modal} back={back} />}
			{modal?.kind === "email" && <LetterForm modal={modal} path={dialogs} back={back} report={report} />}
		</Modal>
	);
}
