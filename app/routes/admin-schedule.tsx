import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { ScheduleBoard } from "../components/schedule/board.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { useReportToast } from "../hooks/report-toast.ts";
import { useToast } from "../hooks/toast.ts";
import { pageTitle } from "../http.ts";
import { boardPage, takeBoard } from "../pages/board.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true };

/** Places accepted talks in the slots of the grid (specification section 2): by dragging, by keyboard, by plain buttons. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const board = boardPage(context, new URL(request.url).searchParams);
	return { board, title: pageTitle(context, t("schedule.title")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	return reported(context, await takeBoard(context, new URL(request.url).searchParams));
}

export const clientAction = reportUnanswered((t, _, reason) => [
	t("schedule.updateFailed"),
	...(reason ? [reason] : []),
]);

export { reloadFiltered as shouldRevalidate } from "../hooks/revalidation.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function SchedulePage() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const report = useActionData<typeof action>();
	useReportToast(report);
	const { t } = useTranslation();
	const tell = useToast();
	const isOld = shown.isKept;
	useEffect(() => {
		if (isOld) tell(t("schedule.loadFailed"), { wrong: true });
	}, [isOld, tell, t]);
	return (
		<>
			<h1>{t("schedule.title")}</h1>
			<ReportBanner report={report} />
			<ScheduleBoard board={shown.board} />
		</>
	);
}
