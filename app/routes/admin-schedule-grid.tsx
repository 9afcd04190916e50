import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { GridDay } from "../components/schedule/grid-day.tsx";
import { BASE, HeldEntries, type Outcome } from "../components/schedule/grid-form.tsx";
import { GridSeries, Laid, laidDays } from "../components/schedule/grid-series.tsx";
import { GridSpecial } from "../components/schedule/grid-special.tsx";
import { WholeGrid } from "../components/schedule/grid-whole.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { reportUnanswered } from "../hooks/failed-requests.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { useLoadedAnswer } from "../hooks/loaded-answer.ts";
import { useReportToast } from "../hooks/report-toast.ts";
import { pageTitle, seeOther } from "../http.ts";
import { type GridPage, gridPage } from "../pages/grid.server.ts";
import { laidPath, previewed, previewPath, takeGrid } from "../pages/grid-orders.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import css from "../styles/scheduling.css?url";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true, typing: true };

/** The grid of the schedule: days, which tracks each has, slots, special events (decisions 6.15). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const { search, searchParams } = new URL(request.url);
	const part = gridPage(context, searchParams);
	const looked = part.kind === "series" ? await previewed(context, searchParams) : undefined;
	return {
		part,
		looked,
		path: BASE + search,
		title: pageTitle(context, part.kind === "day" ? part.label : t("grid.heading")),
	};
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	const outcome = await takeGrid(context, new URL(request.url).searchParams);
	if (!context.fromScript) {
		if (outcome.plan && !outcome.wrong) throw seeOther(previewPath(context));
		if (outcome.laid) throw seeOther(context.flash.say(laidPath(outcome.laid), outcome.lines));
	}
	return reported(context, outcome);
}

export const clientAction = reportUnanswered(undefined, () => ({ form: "gone" as const, problems: [], held: [] }));

export { reloadRefused as shouldRevalidate } from "../hooks/revalidation.ts";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: css }];

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function GridEditor() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const { answer: outcome, count } = useLoadedAnswer((useActionData<typeof action>() as Outcome) ?? shown.looked);
	const laid = laidDays(shown.part, outcome);
	useReportToast(laid.length > 0 ? {} : outcome);
	const { t } = useTranslation();
	const { problems = [], held = [] } = outcome ?? {};
	const isBack = problems.length + held.length > 0;
	useEffect(() => {
		if (outcome && isBack) document.getElementById("errors")?.focus();
	}, [outcome, isBack]);
	useEffect(() => {
		if (outcome?.laid) document.getElementById("laid")?.focus();
	}, [outcome]);
	return (
		<div className="grid-editor">
			<ErrorSummary problems={problems} />
			<HeldEntries outcome={outcome} path={shown.path} />
			{laid.length > 0 ? <Laid report={outcome} days={laid} /> : <ReportBanner report={outcome} />}
			<PartOf key={`${shown.path} ${count}`} part={shown.part} outcome={outcome} />
			{shown.isKept && <p role="alert">{t("schedule.loadFailed")}</p>}
		</div>
	);
}

function PartOf({ part, outcome }: { part: GridPage; outcome: Outcome }) {
	switch (part.kind) {
		case "day":
			return <GridDay part={part} outcome={outcome} />;
		case "special":
			return <GridSpecial part={part} outcome={outcome} />;
		case "series":
			return <GridSeries part={part} outcome={outcome} />;
		case "whole":
			return <WholeGrid part={part} outcome={outcome} />;
	}
}
