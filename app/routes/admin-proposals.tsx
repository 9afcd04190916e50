import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkPressed } from "../bulk-actions.ts";
import { ProposalModal } from "../components/entries/proposal-modals.tsx";
import { listPath } from "../components/lists/list-url.ts";
import { ProposalsList } from "../components/lists/proposals-list.tsx";
import { pageMeta } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { useLeaveWhenDone } from "../hooks/leave-when-done.ts";
import { useReportToast } from "../hooks/report-toast.ts";
import { pageTitle } from "../http.ts";
import { reported, takeProposals } from "../pages/proposal-actions.server.ts";
import { modalOf, proposalsPage } from "../pages/proposals.server.ts";

/** Talks: what came in, what is decided, who judges, what is written to whom (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = proposalsPage(context, search);
	const modal = modalOf(context, search);
	return { list, modal, title: pageTitle(context, modal?.title ?? t("admin.proposals")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeProposals(context, new URL(request.url)));
}

export const clientAction = reportUnanswered((t, posted) => {
	const offline = t("site.offline");
	if (posted.has("do.send")) return t("letters.unanswered");
	if (posted.has("do.panel")) return t("panel.failed");
	const bulk = bulkPressed((name) => posted.has(name));
	return bulk ? t(bulkAction(bulk).unsaved, { message: offline }) : offline;
});

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProposalsPage() {
	const page = useLoaderData<typeof clientLoader>();
	const report = useActionData<typeof action>();
	useReportToast(report, { inDialog: page.modal !== undefined });
	const path = listPath("/admin/proposals", page.list.state);
	kept.useShown(page);
	useLeaveWhenDone(page, report, path);
	const list = <ProposalsList {...page.list} path={path} report={report} />;
	return <ProposalModal modal={page.modal} path={path} report={report} list={list} />;
}
