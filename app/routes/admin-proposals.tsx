import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkPressed } from "../bulk-actions.ts";
import { ProposalModal } from "../components/entries/proposal-modals.tsx";
import { behindDialog } from "../components/lists/bulk-question.tsx";
import { withParameters } from "../components/lists/list-url.ts";
import { ProposalsList } from "../components/lists/proposals-list.tsx";
import { readingPage } from "../components/reading/reading-page.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { useLeaveWhenDone } from "../hooks/leave-when-done.ts";
import { useListReport } from "../hooks/list-report.ts";
import { pageTitle } from "../http.ts";
import { CONSOLE_LISTS } from "../kinds.ts";
import { DETAILS } from "../open-in-list.ts";
import { reported, takeProposals } from "../pages/proposal-actions.server.ts";
import { modalOf, proposalsPage } from "../pages/proposals.server.ts";
import { readingAsked } from "../pages/reading.server.ts";

export const handle: RouteHandle = { hydrate: true };

/** Talks: what came in, what is decided, who judges, what is written to whom (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const asked = readingAsked(context, "talk", search, t("admin.proposals"));
	const list = proposalsPage(context, search, asked.reading?.id);
	const modal = modalOf(context, search, list.total);
	const title = modal ? pageTitle(context, modal.title) : asked.title;
	return { ...asked, list, modal, title };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = readingPage<Page>(CONSOLE_LISTS.talk);

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeProposals(context, new URL(request.url)));
}

export const clientAction = reportUnanswered((t, posted, reason) => {
	const message = reason ?? t("site.offline");
	if (posted.has("do.send")) return reason ? t("outbox.failed", { message: reason }) : t("outbox.unanswered");
	if (posted.has("do.panel")) return reason ? [t("panel.failed"), reason] : t("panel.failed");
	const bulk = bulkPressed("talk", (name) => posted.has(name));
	return bulk ? t(bulkAction(bulk).unsaved, { message }) : message;
});

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProposalsPage() {
	const page = useLoaderData<typeof clientLoader>();
	const report = useActionData<typeof action>();
	const { path, reading } = kept.useShown(page);
	const back = behindDialog(path, reading);
	useListReport(report, back, page.modal !== undefined);
	useLeaveWhenDone(page, report, back);
	const list = <ProposalsList list={page.list} reading={reading} path={path} report={report} />;
	const dialogs = reading ? withParameters(path, { over: DETAILS }) : path;
	return <ProposalModal modal={page.modal} path={dialogs} back={back} report={report} list={list} />;
}
