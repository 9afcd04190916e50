import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useCloseWhenDone } from "../components/close-when-done.ts";
import { ConsoleDetails } from "../components/console-details.tsx";
import { BASE, ForumList } from "../components/forum-list.tsx";
import { ForumNotes } from "../components/forum-notes.tsx";
import { LetterForm } from "../components/letter-form.tsx";
import { listPath } from "../components/list-address.ts";
import { Modal } from "../components/modal.tsx";
import { ReportBanner } from "../components/report.tsx";
import { pageTitle } from "../http.ts";
import { forumModal, forumPage, takeForum } from "../pages/forum.server.ts";
import { useTranslation } from "../translation.tsx";

/** Registrations for the forum: who came, who is invited, who has been told (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	const search = new URL(request.url).searchParams;
	const list = forumPage(context, search);
	const modal = forumModal(context, search);
	const heading = modal && (modal.kind === "email" ? modal.letter.title : t("forum.details"));
	return { list, modal, title: pageTitle(t, brand, heading ?? t("forum.title")) };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const result = await takeForum(context, new URL(request.url));
	if (result instanceof Response) return result as never;
	return data(result, { status: result.status });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function ForumPage() {
	const { list, modal } = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const path = listPath(BASE, list.state);
	useCloseWhenDone(report, path);
	const table = <ForumList page={list} report={modal ? undefined : report} />;
	if (!modal) return table;
	return (
		<Modal title={modal.kind === "email" ? modal.letter.title : t("forum.details")} back={path} list={table}>
			<ReportBanner report={report} />
			{modal.kind === "email" ? (
				<LetterForm modal={modal.letter} path={path} report={report} />
			) : (
				<ConsoleDetails details={modal.details}>
					<ForumNotes id={modal.details.id} notes={modal.notes} typed={report?.notes} path={path} />
				</ConsoleDetails>
			)}
		</Modal>
	);
}
