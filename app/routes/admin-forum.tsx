import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleDetails } from "../components/entries/console-details.tsx";
import { BASE, ForumList } from "../components/forum/forum-list.tsx";
import { ForumNotes } from "../components/forum/forum-notes.tsx";
import { DialogReport } from "../components/layout/action-report.tsx";
import { Modal } from "../components/layout/modal.tsx";
import { listPath } from "../components/lists/list-url.ts";
import { LetterForm } from "../components/mails/letter-form.tsx";
import { pageMeta } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { useLeaveWhenDone } from "../hooks/leave-when-done.ts";
import { useReportToast } from "../hooks/report-toast.ts";
import { pageTitle } from "../http.ts";
import { forumModal, forumPage, takeForum } from "../pages/forum.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { useTranslation } from "../translation.tsx";

/** Registrations for the forum: who came, who is invited, who has been told (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = forumPage(context, search);
	const modal = forumModal(context, search);
	const heading = modal && (modal.kind === "email" ? modal.letter.title : t("forum.details"));
	return { list, modal, title: pageTitle(context, heading ?? t("forum.title")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeForum(context, new URL(request.url)));
}

export const clientAction = reportUnanswered((t, posted) =>
	t(posted.has("do.send") ? "letters.unanswered" : "site.offline"),
);

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ForumPage() {
	const shown = useLoaderData<typeof clientLoader>();
	const { list, modal } = shown;
	kept.useShown(shown);
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	useReportToast(report, { inDialog: modal !== undefined });
	const path = listPath(BASE, list.state);
	useLeaveWhenDone(shown, report, path);
	const table = <ForumList page={list} report={modal ? undefined : report} />;
	const title = modal?.kind === "email" ? modal.letter.title : t("forum.details");
	return (
		<Modal title={title} back={path} open={modal !== undefined} list={table}>
			<DialogReport report={report} />
			{modal?.kind === "email" && <LetterForm modal={modal.letter} path={path} back={path} report={report} />}
			{modal?.kind === "details" && (
				<ConsoleDetails details={modal.details}>
					<ForumNotes id={modal.details.id} notes={modal.notes} typed={report?.notes} path={path} />
				</ConsoleDetails>
			)}
		</Modal>
	);
}
