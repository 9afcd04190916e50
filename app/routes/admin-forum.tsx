import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ForumList } from "../components/forum/forum-list.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { DialogPage } from "../components/layout/dialog-page.tsx";
import { BulkQuestion } from "../components/lists/bulk-question.tsx";
import { LetterForm } from "../components/mails/letter-form.tsx";
import { Shortcuts } from "../components/reading/shortcuts.tsx";
import { pageMeta } from "../handle.ts";
import { forumPage, takeForum } from "../pages/forum.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";

/** Registrations for the forum: who came, who is invited, who has been told (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return forumPage(context, new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeForum(context, new URL(request.url)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ForumPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { dialog, path, back } = page;
	if (!dialog) return <ForumList page={page} report={report} />;
	return (
		<DialogPage title={dialog.title} back={back}>
			<ReportText report={report} />
			{dialog.kind === "keys" && <Shortcuts kind="forum" />}
			{dialog.kind === "bulk" && <BulkQuestion {...{ dialog, back }} />}
			{dialog.kind === "email" && <LetterForm {...{ dialog, path, back, report }} />}
		</DialogPage>
	);
}
