import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { keptPage } from "../components/kept-page.ts";
import { listPath } from "../components/list-address.ts";
import { ProposalModal } from "../components/proposal-modals.tsx";
import { ProposalsList } from "../components/proposals-list.tsx";
import { useReportToast } from "../components/report.tsx";
import { pageTitle } from "../http.ts";
import { reported, takeProposals } from "../pages/proposal-actions.server.ts";
import { modalOf, proposalsPage } from "../pages/proposals.server.ts";

/** Talks: what came in, what is decided, who judges, what is written to whom (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t, brand, page } = context;
	const search = new URL(request.url).searchParams;
	const list = proposalsPage(context, search);
	const modal = modalOf(context, search);
	const title = pageTitle(t, brand, modal?.title ?? t("admin.proposals"));
	return { list, modal, title: page.hasProblems ? t("problems.pageTitle", { title }) : title };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(await takeProposals(context, new URL(request.url)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function ProposalsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	useReportToast(report);
	const path = listPath("/admin/proposals", page.list.state);
	kept.useShown(page);
	const list = <ProposalsList {...page.list} path={path} report={report} />;
	return <ProposalModal modal={page.modal} path={path} report={report} list={list} />;
}
