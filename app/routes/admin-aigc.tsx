import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { FilterSelect } from "../components/lists/list-filters.tsx";
import { workColumns } from "../components/lists/showcase-columns.tsx";
import { MarkedTitle, type WorkRow, WorksConsole } from "../components/lists/showcase-console.tsx";
import { pageMeta } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { pageTitle } from "../http.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { entryDetails, takeWorks, worksPage } from "../pages/works.server.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../programmes/aigc.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/aigc";

/** The works of the showcase with everything that was answered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const list = worksPage(context, "aigc", search);
	const modal = entryDetails(context, "aigc", search);
	return { list, modal, title: pageTitle(context, t(modal ? "works.detailsTitle" : "works.tab")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeWorks(context, "aigc", new URL(request.url)));
}

export const clientAction = reportUnanswered();

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AigcPage() {
	const shown = useLoaderData<typeof loader>();
	const { list, modal } = shown;
	kept.useShown(shown);
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const columns = workColumns<WorkRow>(t, list.state.q, (row) => (
		<MarkedTitle row={row} query={list.state.q} call={row.callOfSeveral} />
	));
	const types = [
		{ value: APPLIED_TRACK, label: t("works.applied") },
		{ value: ARTISTIC_TRACK, label: t("works.artistic") },
	];
	return (
		<WorksConsole
			title={t("works.tab")}
			kind="aigc"
			base={BASE}
			page={list}
			columns={columns}
			details={modal}
			detailsTitle={t("works.detailsTitle")}
			report={report}
		>
			<FilterSelect name="spotlightTrack" label={t("works.type")} value={list.track} options={types} />
		</WorksConsole>
	);
}
