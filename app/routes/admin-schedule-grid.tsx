import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { GridDay } from "../components/schedule/grid-day.tsx";
import { BASE, HeldEntries, type Outcome } from "../components/schedule/grid-form.tsx";
import { GridSeries, Laid, laidDays } from "../components/schedule/grid-series.tsx";
import { GridSpecial } from "../components/schedule/grid-special.tsx";
import { WholeGrid } from "../components/schedule/grid-whole.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { type GridPage, gridPage } from "../pages/grid.server.ts";
import { laidPath, previewed, previewPath, takeGrid } from "../pages/grid-orders.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";

export const handle: RouteHandle = { typing: true };

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

export async function action({ request, context }: ActionFunctionArgs) {
	const outcome = await takeGrid(context, new URL(request.url).searchParams);
	if (!context.fromScript) {
		if (outcome.plan && !outcome.wrong) throw seeOther(previewPath(context));
		if (outcome.laid) throw seeOther(context.flash.say(laidPath(outcome.laid), outcome.lines));
	}
	return reported(context, outcome);
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function GridEditor() {
	const shown = useLoaderData<typeof loader>();
	const outcome = (useActionData<typeof action>() as Outcome) ?? shown.looked;
	const laid = laidDays(shown.part, outcome);
	return (
		<div className="grid-editor">
			<ErrorSummary problems={outcome?.problems ?? []} />
			<HeldEntries outcome={outcome} path={shown.path} />
			{laid.length > 0 ? <Laid report={outcome} days={laid} /> : <ReportBanner report={outcome} />}
			<PartOf part={shown.part} outcome={outcome} />
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
