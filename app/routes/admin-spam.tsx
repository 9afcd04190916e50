import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryTitle } from "../components/entries/entry-title.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Addresses } from "../components/layout/addresses.tsx";
import { Space } from "../components/layout/space.tsx";
import { LastBulk } from "../components/lists/bulk-tools.tsx";
import { withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { SelectedRows } from "../components/lists/selected-rows.tsx";
import { LET_IN, LIFT, REMOVE } from "../components/lists/spam-controls.ts";
import { type Column, Table } from "../components/lists/table.tsx";
import { TickAll, TickBox } from "../components/lists/tick-boxes.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { spamPage, takeSpam } from "../pages/spam.server.ts";
import { marks } from "../programmes/marks.ts";

/** Entries that were removed as spam, entries that wait because spam came from their network, and the marked networks. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = spamPage(context, new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t(`spamMessages.views.${page.which}`)) };
}

export const action = ({ request, context }: ActionFunctionArgs) =>
	takeSpam(context, new URL(request.url).searchParams);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

type Page = ReturnType<typeof spamPage>;
type Row = Page["rows"][number];
type Network = Page["networks"][number];

export default function SpamPage() {
	const { which, base, path, views, lead, none, total, page, pages, rows, networks, letIn, batch } =
		useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t, locale } = useAllTexts();
	const heading = t(`spamMessages.views.${which}`);
	const kept = report?.kept?.ids ?? [];
	const title = {
		head: true as const,
		cell: ({ details, title, reference }: Pick<Row, "details" | "title" | "reference">) => (
			<EntryTitle {...{ to: details, title, reference }} />
		),
	};
	const sender = {
		label: t("spamMessages.from"),
		className: "text-cell",
		cell: ({ name, email }: Pick<Row, "name" | "email">) => (
			<>
				{name}
				<br />
				<Addresses text={email} />
			</>
		),
	};
	const columns: Column<Row>[] = [
		{ label: t("messages.submission"), ...title },
		{ label: t("works.call"), className: "text-cell", cell: ({ call }) => call },
		sender,
		{ label: t("spamMessages.arrived"), className: "time-cell", cell: ({ arrived }) => arrived },
		...(which === "removed"
			? [
					{
						label: t("spamMessages.removed"),
						className: "time-cell",
						cell: ({ removed, by }: Row) => (
							<>
								{removed}
								<br />
								<Addresses text={by} />
							</>
						),
					},
					{ label: t("spamMessages.erased"), className: "time-cell", cell: ({ erased }: Row) => erased },
				]
			: []),
		{
			label: t("spamMessages.decision"),
			cell: ({ id, title }) => (
				<>
					<button
						className="button"
						type="submit"
						name={LET_IN.one}
						value={id}
						aria-label={t("spamMessages.buttonOf", { button: letIn, title })}
					>
						{letIn}
					</button>
					<Space />
					{which === "unchecked" && (
						<button
							className="button danger"
							type="submit"
							name={REMOVE.one}
							value={id}
							aria-label={t("spamMessages.buttonOf", { button: t("bulk.spam"), title })}
						>
							{t("bulk.spam")}
						</button>
					)}
				</>
			),
		},
	];
	const ofNetworks: Column<Network>[] = [
		{ label: t("spamMessages.lastRemoved"), ...title },
		sender,
		{ label: t("spamMessages.removed"), className: "time-cell", cell: ({ removed }) => removed },
		{ label: t("spamMessages.count"), cell: ({ count }) => count },
		{ label: t("spamMessages.lapses"), className: "time-cell", cell: ({ lapses }) => lapses },
		{
			label: t("spamMessages.decision"),
			cell: ({ id, title }) => (
				<button
					className="button"
					type="submit"
					name={LIFT}
					value={id}
					aria-label={t("spamMessages.buttonOf", { button: t("spamMessages.lift"), title })}
				>
					{t("spamMessages.lift")}
				</button>
			),
		},
	];
	return (
		<>
			<ReportText report={report} />
			<h1>
				{heading} <span className="total-count">{total}</span>
			</h1>
			<p className="lead">{lead}</p>
			<p className="page-links">
				{views.map(({ id, label, count, to, isCurrent }) => (
					<span key={id}>
						<a href={to} aria-current={isCurrent ? "page" : undefined}>
							{label}
							{marks[locale].brackets(String(count))}
						</a>
						<Space />
					</span>
				))}
			</p>
			{batch && (
				<form method="post" action={path} noValidate>
					<FormToken />
					<LastBulk batch={batch} />
				</form>
			)}
			{total === 0 && <p className="empty">{none}</p>}
			{networks.length > 0 && (
				<form method="post" action={path} noValidate>
					<FormToken />
					<Table label={heading} columns={ofNetworks} rows={networks} />
				</form>
			)}
			{rows.length > 0 && (
				<form method="post" action={path} noValidate>
					<FormToken />
					<Table
						label={heading}
						columns={columns}
						rows={rows}
						boxes={{
							heading: <TickAll />,
							cell: (row) => <TickBox {...{ row, kept }} />,
						}}
					/>
					<SelectedRows>
						<button type="submit" name={LET_IN.ticked} value={letIn}>
							{letIn}
						</button>
						<Space />
						{which === "unchecked" && (
							<button className="danger" type="submit" name={REMOVE.ticked} value={t("bulk.spam")}>
								{t("bulk.spam")}
							</button>
						)}
					</SelectedRows>
				</form>
			)}
			<Pagination page={page} pages={pages} pathOf={(at) => withParameters(base, { page: at })} />
		</>
	);
}
