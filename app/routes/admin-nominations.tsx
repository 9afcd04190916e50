import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { memo } from "react";
import { behindDialog, WithBulkQuestion } from "../components/lists/bulk-question.tsx";
import { Marked } from "../components/lists/marked.tsx";
import type { Column } from "../components/lists/table.tsx";
import { MarkedTitle, type WorkRow, WorksConsole, type WorksShown } from "../components/lists/works-console.tsx";
import { readingPage } from "../components/reading/reading-page.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { CONSOLE_LISTS } from "../kinds.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { takeWorks, worksPage } from "../pages/works.server.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true };

/** The projects nominated in any of the calls for them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return worksPage(context, "nomination", new URL(request.url).searchParams, context.t("works.nominations"));
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = readingPage<Page>(CONSOLE_LISTS.nomination);

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "nomination", new URL(request.url)));
}

export const clientAction = reportUnanswered();

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function NominationsPage() {
	const page = useLoaderData<typeof clientLoader>();
	const { path, reading } = kept.useShown(page);
	const report = useActionData<typeof action>();
	return (
		<WithBulkQuestion page={page} report={report} back={behindDialog(path, reading)}>
			<Nominations list={page.list} {...{ reading, path, report }} />
		</WithBulkQuestion>
	);
}

/** Rendered again for what is new in it, and not at each step of a navigation. */
const Nominations = memo(({ list, reading, path, report }: WorksShown) => {
	const { t } = useTranslation();
	const columns: Column<WorkRow>[] = [
		{ sort: "id", label: t("works.id"), className: "number-cell", cell: (row) => row.id },
		{
			sort: "projectname",
			label: t("works.project"),
			head: true,
			className: "title-cell",
			cell: (row) => <MarkedTitle row={row} path={path} query={list.state.q} />,
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
		{ label: t("works.call"), cell: (row) => row.programme },
		{ sort: "updated", label: t("admin.updated"), className: "time-cell", cell: (row) => row.updated },
	];
	return (
		<WorksConsole
			title={t("works.nominations")}
			kind="nomination"
			{...{ list, columns, reading, path, report }}
			about={(row) => row.call ?? ""}
			caption={t("works.nominationTitle")}
		/>
	);
});
