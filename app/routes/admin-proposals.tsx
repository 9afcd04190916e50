import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProposalDialog } from "../components/entries/proposal-dialogs.tsx";
import { ProposalsList } from "../components/lists/proposals-list.tsx";
import { pageMeta } from "../handle.ts";
import { reported, takeProposals } from "../pages/proposal-actions.server.ts";
import { proposalsPage } from "../pages/proposals.server.ts";

/** Talks: what came in, what is decided, who judges, what is written to whom (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return proposalsPage(context, new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeProposals(context, new URL(request.url)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProposalsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { dialog, path, back } = page;
	if (dialog) return <ProposalDialog {...{ dialog, path, back, report }} />;
	return <ProposalsList page={page} report={report} />;
}
