import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { Marked } from "../components/lists/marked.tsx";
import { MarkedTitle, type WorkRow, WorksConsole } from "../components/lists/showcase-console.tsx";
import type { Column } from "../components/lists/table.tsx";
import { pageMeta } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { pageTitle } from "../http.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { entryDetails, takeWorks, worksPage } from "../pages/works.server.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/nominations";

/** The projects nominated in any of the calls for them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = worksPage(context, "nomination", search);
	const modal = entryDetails(context, "nomination", search);
	return { list, modal, title: pageTitle(context, t(modal ? "works.nominationTitle" : "works.nominations")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "nomination", new URL(request.url)));
}

export const clientAction = reportUnanswered();

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function NominationsPage() {
	const shown = useLoaderData<typeof loader>();
	const { list, modal } = shown;
	kept.useShown(shown);
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const columns: Column<WorkRow>[] = [
		{ sort: "id", label: t("works.id"), className: "number-cell", cell: (row) => row.id },
		{
			sort: "projectname",
			label: t("works.project"),
			head: true,
			cell: (row) => <MarkedTitle row={row} query={list.state.q} />,
		},
		{
			sort: "nominatorname",
			label: t("works.nominator"),
			className: "text-cell",
			cell: (row) => <Marked text={row.name} query={list.state.q} />,
		},
		{
			sort: "ownername",
			label: t("works.owner"),
			className: "text-cell",
			cell: (row) => <Marked text={row.owner} query={list.state.q} />,
		},
		{ label: t("works.call"), cell: (row) => row.call },
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
	];
	return (
		<WorksConsole
			title={t("works.nominations")}
			kind="nomination"
			base={BASE}
			page={list}
			columns={columns}
			details={modal}
			detailsTitle={t("works.nominationTitle")}
			report={report}
		/>
	);
}
