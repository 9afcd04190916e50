import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkPressed } from "../bulk-actions.ts";
import { ProposalModal } from "../components/entries/proposal-modals.tsx";
import { listPath, withoutParameters, withParameters } from "../components/lists/list-url.ts";
import { ProposalsList } from "../components/lists/proposals-list.tsx";
import { pageMeta } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { useLeaveWhenDone } from "../hooks/leave-when-done.ts";
import { heldReading, type Readable, useReading } from "../hooks/readings.ts";
import { useReportToast } from "../hooks/report-toast.ts";
import { pageTitle } from "../http.ts";
import { DETAILS, idRead, OPEN_IN_LIST } from "../open-in-list.ts";
import { reported, takeProposals } from "../pages/proposal-actions.server.ts";
import { modalOf, proposalsPage } from "../pages/proposals.server.ts";
import { readingIn } from "../pages/reading.server.ts";

/** Talks: what came in, what is decided, who judges, what is written to whom (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const reading = idRead(search) === undefined ? undefined : readingIn(context, "talk", search);
	const list = proposalsPage(context, search, reading?.id);
	const modal = modalOf(context, search);
	const title = modal?.title ?? reading?.title ?? t("admin.proposals");
	return { list, reading: reading as Readable | undefined, modal, title: pageTitle(context, title) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => nextReading(args.request) ?? kept.load(args);

/**
 * The page with another entry of the list that is shown: what is known of it is shown at once, and the rest follows
 * (`useReading`). Undefined for everything else, which the server is asked for.
 */
function nextReading(request: Request): Page | undefined {
	const shown = kept.shown();
	const { pathname, search, searchParams } = new URL(request.url);
	const address = pathname + search;
	const list = withoutParameters(address, OPEN_IN_LIST);
	const id = searchParams.get("modal") === DETAILS ? idRead(searchParams) : undefined;
	if (!shown || id === undefined || address === shown.address) return;
	if (list !== withoutParameters(shown.address, OPEN_IN_LIST)) return;
	const { page } = shown;
	const known = heldReading(list, id);
	if (known) return { ...page, reading: known, modal: undefined, title: known.pageTitle };
	const row = page.list.rows.find((one) => one.id === id);
	return row && { ...page, reading: { ...row, isGlimpse: true }, modal: undefined };
}

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
	const reading = useReading(path, page.reading);
	const back = reading ? withParameters(path, { modal: DETAILS, id: reading.id }) : path;
	useLeaveWhenDone(page, report, back);
	const list = <ProposalsList list={page.list} reading={reading} path={path} report={report} />;
	const dialogs = reading ? withParameters(path, { over: DETAILS }) : path;
	return <ProposalModal modal={page.modal} path={dialogs} back={back} report={report} list={list} />;
}
