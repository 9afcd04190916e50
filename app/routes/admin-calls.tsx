import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Both, Choice, Line } from "../components/calls/call-controls.tsx";
import { Move, Reorder } from "../components/calls/call-sections.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Space } from "../components/layout/space.tsx";
import { type Column, Table } from "../components/lists/table.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { ALL_CALLS } from "../pages/call-page.server.ts";
import { callsPage, takeCalls } from "../pages/calls.server.ts";

export const handle = { typing: true } satisfies RouteHandle;

/** All calls, to order, add and open their forms. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { ...callsPage(context), title: pageTitle(context, context.t("callPage.all")), path: ALL_CALLS };
}

export const action = ({ context }: ActionFunctionArgs) => takeCalls(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function CallsPage() {
	const { calls, originals, path } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	const typed = { values: failed?.values ?? {}, problems };
	const columns: Column<(typeof calls)[number]>[] = [
		{
			label: t("callPage.name"),
			head: true,
			cell: ({ id, name, to }) => (
				<a href={to} data-drag="call" data-name={id}>
					{name}
				</a>
			),
		},
		{
			label: t("callPage.address"),
			cell: ({ path: address, isPublic }) => (isPublic ? <a href={address}>{address}</a> : address),
		},
		{ label: t("callPage.state"), cell: ({ state }) => state },
		{
			label: t("callPage.order"),
			className: "move-cell",
			cell: ({ id, name, isFirst, isLast }) => (
				<>
					<Move of="up" name={id} label={name} isOff={isFirst} />
					<Space />
					<Move of="down" name={id} label={name} isOff={isLast} />
				</>
			),
		},
	];
	return (
		<>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<p>
				<a href="/admin/programmes">← {t("programmes.title")}</a>
			</p>
			<h1>{t("callPage.all")}</h1>
			<p className="lead">{t("callPage.allLead")}</p>
			<Reorder path={path}>
				<form method="post" action={path} noValidate>
					<FormToken />
					<Table columns={columns} rows={calls} />
				</form>
			</Reorder>
			<div className="console-form">
				<h2>{t("callPage.add")}</h2>
				<p className="hint">{t("callPage.addLead")}</p>
				<form method="post" action={`${path}#errors`} aria-label={t("callPage.add")} noValidate>
					<FormToken />
					<Choice {...typed} name="from" label={t("callPage.from")} options={originals} />
					<Both {...typed} part="label" hint={t("callPage.hints.label")} />
					<Line {...typed} name="path" label={t("callPage.controls.path")} hint={t("callPage.hints.path")} />
					<button className="primary" type="submit" name="do.create" value={t("callPage.create")}>
						{t("callPage.create")}
					</button>
				</form>
			</div>
		</>
	);
}
