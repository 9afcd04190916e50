import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { ColumnChart, RowChart } from "../components/layout/bar-chart.tsx";
import { listPath } from "../components/lists/list-url.ts";
import { type Column, Table } from "../components/lists/table.tsx";
import { TableSection } from "../components/lists/table-section.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { CONSOLE_LISTS as LISTS } from "../kinds.ts";
import { STATUSES } from "../lifecycle.ts";
import { todosShown, totalsShown } from "../pages/overview.server.ts";
import { marks } from "../programmes/marks.ts";
import { can } from "../roles.ts";
import { useTranslation } from "../translation.tsx";

/** The console's start page: what to do next, then submissions and totals. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale } = context;
	const { overview } = services;
	const [todos, totals] = [todosShown(context), totalsShown(context)];
	return {
		title: pageTitle(context, t("overview.title")),
		// Of this page alone: no other is sent them.
		words: {
			firstDay: t("overviewMessages.firstDay"),
			/** On the first days, to those who can change it. */
			publicTalks:
				(todos.firstDay.length > 0 || totals.every(({ total }) => total === 0)) &&
				can(actor.user?.role, "programmes.manage") &&
				t("eventPage.firstDayPublic", { what: t(`eventPage.publicTalks.${overview.publicTalks()}`) }),
			todo: t("overviewMessages.heading"),
			done: t("overviewMessages.done"),
			copied: t("overviewMessages.copied.heading"),
			right: t("overviewMessages.copied.right"),
			totals: t("overviewMessages.totals"),
			sessions: t("overviewMessages.sessions", { count: overview.sessionsToday(actor) }),
			statistics: t("statistics.title"),
			kind: t("overviewMessages.kind"),
			all: t("overviewMessages.all"),
			perDay: t("overviewMessages.perDay"),
			perTrack: t("overviewMessages.perTrack"),
		},
		todos,
		statuses: STATUSES.map((status) => ({ status, label: t(`status.${status}`) })),
		totals,
		perDay: overview.perDay(actor),
		perTrack: overview
			.perTrack(actor, locale)
			.map(({ id, ...bar }) => ({ ...bar, to: listPath(LISTS.talk, { track: id }) })),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function OverviewPage() {
	const shown = useLoaderData<typeof loader>();
	const { words, todos, statuses, totals, perDay, perTrack } = shown;
	const { t, locale } = useTranslation();
	const columns: Column<(typeof totals)[number]>[] = [
		{ label: words.kind, head: true, cell: ({ label, to }) => <Link to={to}>{label}</Link> },
		...statuses.map(({ status, label }) => ({
			label,
			className: "amount-cell",
			cell: ({ label: list, to, by }: (typeof totals)[number]) => (
				<Link
					to={listPath(to, { status })}
					aria-label={`${list}${marks[locale].comma}${label}${marks[locale].colon}${by[status]}`}
				>
					{by[status]}
				</Link>
			),
		})),
		{ label: words.all, className: "amount-cell", cell: ({ total }) => total },
	];
	return (
		<>
			<h1>{t("overview.title")}</h1>
			<ReportText report={undefined} />
			<Todos heading={words.firstDay} of={todos.firstDay} />
			{words.publicTalks && (
				<p>
					<a href="/admin/event#f-publicTalks">{words.publicTalks}</a>
				</p>
			)}
			<Todos heading={words.copied} of={todos.copied} right={words.right} />
			<Todos heading={words.todo} of={todos.others} none={todos.firstDay.length === 0 ? words.done : undefined} />
			<h2>{words.totals}</h2>
			<TableSection label={words.totals}>
				<Table rows={totals} columns={columns} />
			</TableSection>
			<p className="hint">{words.sessions}</p>
			<p>
				<a href="/admin/statistics">{words.statistics}</a>
			</p>
			<h2>{words.perDay}</h2>
			<ColumnChart bars={perDay} title={words.perDay} />
			<h2>{words.perTrack}</h2>
			<RowChart bars={perTrack} />
		</>
	);
}

interface TodosShown {
	heading: string;
	of: ReturnType<typeof todosShown>["others"];
	/** Said where there are none; without it nothing is shown then. */
	none?: string | undefined;
	/** On the button of a copied text that stays as it is. */
	right?: string;
}

function Todos({ heading, of, none, right }: TodosShown) {
	const { locale } = useTranslation();
	if (of.length === 0 && none === undefined) return null;
	return (
		<>
			<h2>{heading}</h2>
			{of.length === 0 && <p className="empty">{none}</p>}
			<ul className="todos">
				{of.map(({ id, text, to, reason, copied }) => (
					<li key={id}>
						<Link to={to}>{text}</Link>
						{reason && <p className="error">{reason}</p>}
						{copied && (
							<form method="post" action="/admin/event">
								<FormToken />
								<input type="hidden" name="text" value={copied} />
								<button
									className="button-link"
									type="submit"
									name="do.right"
									value="1"
									aria-label={`${right}${marks[locale].colon}${text}`}
								>
									{right}
								</button>
							</form>
						)}
					</li>
				))}
			</ul>
		</>
	);
}
