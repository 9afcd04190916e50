import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { memo } from "react";
import { behindDialog, WithBulkQuestion } from "../components/lists/bulk-question.tsx";
import { FilterSelect } from "../components/lists/list-filters.tsx";
import { workColumns, workType } from "../components/lists/work-columns.tsx";
import { MarkedTitle, type WorkRow, WorksConsole, type WorksShown } from "../components/lists/works-console.tsx";
import { readingPage } from "../components/reading/reading-page.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { CONSOLE_LISTS } from "../kinds.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { takeWorks, worksPage } from "../pages/works.server.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../programmes/aigc.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true };

/** The works of the showcase with everything that was answered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return worksPage(context, "aigc", new URL(request.url).searchParams, context.t("works.tab"));
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = readingPage<Page>(CONSOLE_LISTS.aigc);

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "aigc", new URL(request.url)));
}

export const clientAction = reportUnanswered();

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AigcPage() {
	const page = useLoaderData<typeof clientLoader>();
	const { path, reading } = kept.useShown(page);
	const report = useActionData<typeof action>();
	return (
		<WithBulkQuestion page={page} report={report} back={behindDialog(path, reading)}>
			<Works list={page.list} {...{ reading, path, report }} />
		</WithBulkQuestion>
	);
}

/** Rendered again for what is new in it, and not at each step of a navigation. */
const Works = memo(({ list, reading, path, report }: WorksShown) => {
	const { t } = useTranslation();
	const columns = workColumns<WorkRow>(t, list.state.q, {
		className: "title-cell",
		cell: (row) => <MarkedTitle {...{ row, path }} query={list.state.q} call={row.call} />,
	});
	const types = [
		{ value: APPLIED_TRACK, label: t("works.applied") },
		{ value: ARTISTIC_TRACK, label: t("works.artistic") },
	];
	return (
		<WorksConsole
			title={t("works.tab")}
			kind="aigc"
			{...{ list, columns, reading, path, report }}
			about={(row) => workType(t, row.track)}
			caption={t("works.detailsTitle")}
		>
			<FilterSelect name="spotlightTrack" label={t("works.type")} value={list.track} options={types} />
		</WorksConsole>
	);
});
