import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useAllTexts } from "../all-texts.ts";
import { type Column, Table } from "../components/lists/table.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { reviewedCallsPage } from "../pages/reviewed-calls.server.ts";

/** The calls, how far their reviews are, and the ways to results, assignments and rules. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { ...reviewedCallsPage(context), title: pageTitle(context, context.t("review.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

type Call = ReturnType<typeof reviewedCallsPage>["calls"][number];

export default function ReviewedCallsPage() {
	const { calls } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	const columns: Column<Call>[] = [
		{ label: t("review.call"), head: true, cell: ({ title }) => title },
		{ label: t("review.period"), cell: ({ period }) => period },
		{ label: t("review.progress"), className: "amount-cell", cell: ({ done }) => done },
		{
			label: t("reviewedCalls.open"),
			cell: ({ title, links }) =>
				links.map(({ path, text }, at) => (
					<Fragment key={path}>
						{at > 0 && " · "}
						<a href={path} aria-label={`${text} · ${title}`}>
							{text}
						</a>
					</Fragment>
				)),
		},
	];
	return (
		<>
			<h1>{t("review.title")}</h1>
			<p className="lead">{t("reviewedCalls.lead")}</p>
			{calls.length === 0 ? (
				<p className="empty">{t("reviewedCalls.none")}</p>
			) : (
				<Table columns={columns} rows={calls} label={t("review.call")} />
			)}
		</>
	);
}
