import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Marked } from "../components/lists/marked.tsx";
import type { Column } from "../components/lists/table.tsx";
import { MarkedTitle, type WorkRow, WorksConsole } from "../components/lists/works-console.tsx";
import { WorksDialog } from "../components/lists/works-dialog.tsx";
import { pageMeta } from "../handle.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { takeWorks, worksPage } from "../pages/works.server.ts";
import { useTranslation } from "../translation.tsx";

/** The projects nominated in any of the calls for them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return worksPage(context, "nomination", new URL(request.url).searchParams, context.t("works.nominations"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "nomination", new URL(request.url)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function NominationsPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const { dialog, path, state } = page;
	if (dialog) return <WorksDialog kind="nomination" {...{ dialog, report }} back={page.back} />;
	const columns: Column<WorkRow>[] = [
		{ sort: "id", label: t("works.id"), className: "number-cell", cell: (row) => row.id },
		{
			sort: "projectname",
			label: t("works.project"),
			head: true,
			className: "title-cell",
			cell: (row) => <MarkedTitle row={row} path={path} query={state.q} />,
		},
		{
			sort: "nominatorname",
			label: t("works.nominator"),
			className: "text-cell",
			cell: (row) => <Marked text={row.name} query={state.q} />,
		},
		{
			sort: "ownername",
			label: t("works.owner"),
			className: "text-cell",
			cell: (row) => <Marked text={row.owner} query={state.q} />,
		},
		{ label: t("works.call"), cell: (row) => row.programme },
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
	];
	return (
		<WorksConsole
			title={t("works.nominations")}
			kind="nomination"
			{...{ page, columns, report }}
			about={(row) => row.call ?? ""}
			caption={t("works.nominationTitle")}
		/>
	);
}
