import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { ColumnChart, RowChart } from "../components/layout/bar-chart.tsx";
import { listPath } from "../components/lists/list-url.ts";
import { pageMeta } from "../handle.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { pageTitle } from "../http.ts";
import { STATUSES } from "../lifecycle.ts";
import { useTranslation } from "../translation.tsx";

/** Where the console opens: what needs somebody first, then what came in and where it stands. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale } = context;
	const { overview } = services;
	return {
		attention: overview.attention(actor),
		sessions: overview.sessionsToday(actor),
		totals: overview.totals(actor),
		perDay: overview.perDay(actor),
		perTrack: overview.perTrack(actor, locale),
		title: pageTitle(context, t("overview.title")),
	};
}

const kept = keptPage<Awaited<ReturnType<typeof loader>>>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

const LISTS = {
	talk: "/admin/proposals",
	nomination: "/admin/nominations",
	aigc: "/admin/aigc",
	forum: "/admin/forum",
} as const;

export default function OverviewPage() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const { attention, sessions, totals, perDay, perTrack } = shown;
	const { t } = useTranslation();
	const tiles = [
		{ key: "incomplete", value: attention.incomplete, to: listPath(LISTS.talk, { need: "incomplete" }) },
		{
			key: "incompleteWorks",
			value: attention.incompleteWorks,
			to: listPath(LISTS.aigc, { need: "incomplete" }),
		},
		{ key: "unmailed", value: attention.unmailed, to: listPath(LISTS.talk, { need: "unmailed" }) },
		{ key: "unplaced", value: attention.unplaced, to: listPath(LISTS.talk, { need: "unplaced" }) },
		{ key: "changed", value: attention.changed, to: listPath(LISTS.talk, { need: "changed" }) },
		// Most events have none, ever.
		...(attention.late > 0 ? [{ key: "late", value: attention.late, to: "/admin/late" } as const] : []),
		{ key: "failedMails", value: attention.failedMails, to: "/admin/mail?state=failed" },
		{ key: "heldUpMails", value: attention.heldUpMails, to: "/admin/mail?state=pending" },
	] as const;
	return (
		<>
			<h1>{t("overview.title")}</h1>
			<h2>{t("overview.attention")}</h2>
			<ul className="tiles">
				{tiles.map(({ key, value, to }) => (
					<li key={key}>
						<strong className={value === 0 ? "zero-tile" : undefined}>{value}</strong>{" "}
						<Link to={to}>{t(`overview.${key}`, { count: value })}</Link>
					</li>
				))}
				<li>
					<strong>{sessions}</strong> {t("overview.sessions", { count: sessions })}
				</li>
			</ul>
			{attention.heldUpBy && <p className="error">{t("overview.heldUpBy", { reason: attention.heldUpBy })}</p>}
			<h2>{t("overview.totals")}</h2>
			<section className="scroll" tabIndex={0} aria-label={t("overview.totals")}>
				<table className="card-table">
					<thead>
						<tr>
							<th scope="col">{t("overview.kind")}</th>
							{STATUSES.map((status) => (
								<th key={status} scope="col">
									{t(`status.${status}`)}
								</th>
							))}
							<th scope="col">{t("overview.all")}</th>
						</tr>
					</thead>
					<tbody>
						{totals.map(({ kind, by, total }) => (
							<tr key={kind}>
								<th scope="row">
									<Link to={LISTS[kind]}>{t(`kind.${kind}`)}</Link>
								</th>
								{STATUSES.map((status) => (
									<td key={status} className="amount-cell" data-label={t(`status.${status}`)}>
										<Link
											to={listPath(LISTS[kind], { status })}
											aria-label={`${t(`kind.${kind}`)}, ${t(`status.${status}`)}: ${by[status]}`}
										>
											{by[status]}
										</Link>
									</td>
								))}
								<td className="amount-cell" data-label={t("overview.all")}>
									{total}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
			<h2>{t("overview.perDay")}</h2>
			<ColumnChart bars={perDay} title={t("overview.perDay")} />
			<h2>{t("overview.perTrack")}</h2>
			<RowChart bars={perTrack.map(({ id, ...bar }) => ({ ...bar, to: listPath(LISTS.talk, { track: id }) }))} />
		</>
	);
}
