import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { chosenIn, FilterSelect } from "../components/lists/list-filters.tsx";
import { workColumns, workType } from "../components/lists/work-columns.tsx";
import { MarkedTitle, type WorkRow, WorksConsole } from "../components/lists/works-console.tsx";
import { WorksDialog } from "../components/lists/works-dialog.tsx";
import { pageMeta } from "../handle.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { takeWorks, worksPage } from "../pages/works.server.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../programmes/aigc.ts";
import { useTranslation } from "../translation.tsx";

/** The works of the showcase with everything that was answered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return worksPage(context, "aigc", new URL(request.url).searchParams, context.t("works.tab"));
}

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "aigc", new URL(request.url)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AigcPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const { dialog, path, state } = page;
	if (dialog) return <WorksDialog kind="aigc" {...{ dialog, report }} back={page.back} />;
	const columns = workColumns<WorkRow>(t, state.q, {
		className: "title-cell",
		cell: (row) => <MarkedTitle {...{ row, path }} query={state.q} call={row.call} />,
	});
	const types = [
		{ value: APPLIED_TRACK, label: t("works.applied") },
		{ value: ARTISTIC_TRACK, label: t("works.artistic") },
	];
	return (
		<WorksConsole
			title={t("works.tab")}
			kind="aigc"
			{...{ page, columns, report }}
			about={(row) => workType(t, row.track)}
			caption={t("works.detailsTitle")}
			chosen={chosenIn(types, page.about.track)}
		>
			<FilterSelect name="spotlightTrack" label={t("works.type")} value={page.about.track} options={types} />
		</WorksConsole>
	);
}
