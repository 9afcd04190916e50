import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { ColumnChart, RowChart } from "../components/layout/bar-chart.tsx";
import { CONSOLE_LISTS as LISTS, listPath } from "../components/lists/list-url.ts";
import { MailNotice } from "../components/mails/mail-notice.tsx";
import { pageMeta } from "../handle.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { pageTitle } from "../http.ts";
import { STATUSES } from "../lifecycle.ts";
import { useTranslation } from "../translation.tsx";

/** The console's start page: to-dos first, then submissions and totals. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale } = context;
	const { overview } = services;
	const attention = overview.attention(actor);
	const sessions = overview.sessionsToday(actor);
	return {
		title: pageTitle(context, t("overview.title")),
		// Of this page alone: no other is sent them.
		words: {
			...{ attention: t("overviewSaid.attention"), sessions: t("overviewSaid.sessions", { count: sessions }) },
			...{ totals: t("overviewSaid.totals"), kind: t("overviewSaid.kind"), all: t("overviewSaid.all") },
			...{ perDay: t("overviewSaid.perDay"), perTrack: t("overviewSaid.perTrack") },
			heldUp: attention.heldUpBy && t("overviewSaid.heldUpBy", { reason: attention.heldUpBy }),
		},
		tiles: tilesOf(attention).map(({ key, to }) => {
			const count = attention[key];
			return { key, to, count, label: t(`overviewSaid.${key}`, { count }) };
		}),
		sessions,
		statuses: STATUSES.map((status) => t(`status.${status}`)),
		totals: overview.totals(actor).map(({ kind, by, total }) => ({
			...{ label: t(`kind.${kind}`), to: LISTS[kind], total },
			counts: STATUSES.map((status) => ({
				...{ label: t(`status.${status}`), count: by[status], to: listPath(LISTS[kind], { status }) },
			})),
		})),
		perDay: overview.perDay(actor),
		perTrack: overview
			.perTrack(actor, locale)
			.map(({ id, ...bar }) => ({ ...bar, to: listPath(LISTS.talk, { track: id }) })),
	};
}

/** To-dos, each linked to the list it counts. */
function tilesOf({ late }: { late: number }) {
	return [
		{ key: "incomplete", to: listPath(LISTS.talk, { need: "incomplete" }) },
		{ key: "incompleteWorks", to: listPath(LISTS.aigc, { need: "incomplete" }) },
		{ key: "unmailed", to: listPath(LISTS.talk, { need: "unmailed" }) },
		{ key: "unplaced", to: listPath(LISTS.talk, { need: "unplaced" }) },
		{ key: "changed", to: listPath(LISTS.talk, { need: "changed" }) },
		// Most events have none, ever.
		...(late > 0 ? [{ key: "late", to: "/admin/late" } as const] : []),
		{ key: "failedMails", to: "/admin/mail?state=failed" },
		{ key: "heldUpMails", to: "/admin/mail?state=pending" },
	] as const;
}

const kept = keptPage<Awaited<ReturnType<typeof loader>>>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function OverviewPage() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const { words, tiles, sessions, statuses, totals, perDay, perTrack } = shown;
	const { t } = useTranslation();
	return (
		<>
			<h1>{t("overview.title")}</h1>
			<MailNotice />
			<h2>{words.attention}</h2>
			<ul className="tiles">
				{tiles.map(({ key, count, label, to }) => (
					<li key={key}>
						<strong className={count === 0 ? "zero-tile" : undefined}>{count}</strong> <Link to={to}>{label}</Link>
					</li>
				))}
				<li>
					<strong>{sessions}</strong> {words.sessions}
				</li>
			</ul>
			{words.heldUp && <p className="error">{words.heldUp}</p>}
			<h2>{words.totals}</h2>
			<section className="scroll" tabIndex={0} aria-label={words.totals}>
				<table className="card-table">
					<thead>
						<tr>
							{[words.kind, ...statuses, words.all].map((heading) => (
								<th key={heading} scope="col">
									{heading}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{totals.map(({ label: list, to, counts, total }) => (
							<tr key={list}>
								<th scope="row">
									<Link to={to}>{list}</Link>
								</th>
								{counts.map(({ label, count, to }) => (
									<td key={label} className="amount-cell" data-label={label}>
										<Link to={to} aria-label={`${list}, ${label}: ${count}`}>
											{count}
										</Link>
									</td>
								))}
								<td className="amount-cell" data-label={words.all}>
									{total}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</section>
			<h2>{words.perDay}</h2>
			<ColumnChart bars={perDay} title={words.perDay} />
			<h2>{words.perTrack}</h2>
			<RowChart bars={perTrack} />
		</>
	);
}
