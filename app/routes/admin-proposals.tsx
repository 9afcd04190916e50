import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Form, useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { Pagination } from "../components/pagination.tsx";
import { ProposalDetails } from "../components/proposal-details.tsx";
import { ProposalTable } from "../components/proposal-table.tsx";
import { STATUSES } from "../enumerations.ts";
import { pageTitle } from "../http.ts";
import { categoriesOf } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { reviewQuery } from "../schemas/listing.ts";
import { statusChanges } from "../schemas/review.ts";
import { useTranslation } from "../translation.tsx";

const CATEGORIES = categoriesOf("talk");

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, brand, locale, zone } = context;
	const search = new URL(request.url).searchParams;
	const query = reviewQuery.parse(Object.fromEntries(search));
	const tracks = services.tracks.options(locale).filter((track) => !track.divider);
	if (search.get("modal") === "details") {
		const { entry, log } = services.reviews.details(actor, Number(search.get("id")) || 0);
		const details = {
			id: entry.id,
			status: entry.status,
			incomplete: entry.incomplete,
			withdrawn: entry.withdrawnAt !== null,
			editPath: `/admin/editor?id=${entry.id}`,
			created: formatInstant(entry.createdAt, zone, locale),
			updated: formatInstant(entry.updatedAt, zone, locale),
			shown: services.entries.asShown(entry, locale),
			log: log.map(({ id, at, type, state, by }) => ({
				id,
				type,
				state,
				by: by ?? "",
				at: formatInstant(at, zone, locale),
			})),
		};
		const title = pageTitle(t, brand, entry.title || t("entry.untitled"));
		return { kind: "details" as const, query, details, title };
	}
	const labels = services.tracks.labels(locale);
	const list = services.reviews.list(actor, CATEGORIES, query);
	const rows = list.rows.map(({ updatedAt, withdrawnAt, trackId, ...row }) => ({
		...row,
		withdrawn: withdrawnAt !== null,
		track: labels.get(trackId) ?? t("entry.trackMissing"),
		updated: formatInstant(updatedAt, zone, locale),
	}));
	return {
		kind: "list" as const,
		query,
		list: { ...list, rows },
		tracks,
		title: pageTitle(t, brand, t("admin.proposals")),
	};
}

/** What the browser shows, and at which address (without the fragment that signing in leaves behind). */
let shown: { address: string; page: unknown } | undefined;

/**
 * A refresh of the list that fails (no network, a session that ended) keeps what is there: an error page in its place
 * would take the report of the last save with it.
 */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
	try {
		return await serverLoader<typeof loader>();
	} catch (thrown) {
		const { pathname, search } = new URL(request.url);
		if (shown?.address === pathname + search) return shown.page as Awaited<ReturnType<typeof loader>>;
		throw thrown;
	}
}

/** Saves statuses. What changed since the page was made is not overwritten but named. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form } = context;
	const changes = statusChanges(form);
	const { saved, stale } = await services.reviews.setStatuses(actor, changes);
	return data({ saved: saved.length, stale }, { status: stale.length > 0 ? 409 : 200 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function ProposalsPage() {
	const page = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>();
	const { t } = useTranslation();
	const back = listPath(page.query);
	useEffect(() => {
		shown = { address: location.pathname + location.search, page };
	}, [page]);
	if (page.kind === "details") return <ProposalDetails {...page.details} back={back} />;
	const { query, list, tracks } = page;
	return (
		<>
			<h1>
				{t("admin.proposals")} <span className="total">{list.total}</span>
			</h1>
			<Form method="get" action="/admin/proposals" className="filters" role="search">
				<label>
					{t("admin.search")} <input type="search" name="q" defaultValue={query.q} />
				</label>
				<label>
					{t("admin.track")}{" "}
					<select name="track" defaultValue={query.track}>
						<option value="">{t("admin.all")}</option>
						{tracks.map((track) => (
							<option key={track.id} value={track.id}>
								{track.label}
							</option>
						))}
					</select>
				</label>
				<label>
					{t("admin.status")}{" "}
					<select name="status" defaultValue={query.status}>
						<option value="">{t("admin.all")}</option>
						{STATUSES.map((status) => (
							<option key={status} value={status}>
								{t(`status.${status}`)}
							</option>
						))}
					</select>
				</label>
				<button type="submit">{t("admin.filter")}</button>
			</Form>
			<StatusReport result={result} />
			{list.rows.length === 0 ? (
				<p className="empty">{t("admin.noEntries")}</p>
			) : (
				<ProposalTable rows={list.rows} path={back} />
			)}
			<Pagination page={list.page} pages={list.pages} pathOf={(page) => listPath({ ...query, page })} />
		</>
	);
}

interface Result {
	saved: number;
	stale: { id: number; now: string; by: string }[];
}

/** What the last save did, in words. */
function StatusReport({ result }: { result: Result | undefined }) {
	const { t } = useTranslation();
	if (!result) return null;
	return (
		<div
			role={result.stale.length > 0 ? "alert" : "status"}
			className={result.stale.length > 0 ? "banner wrong" : "banner"}
		>
			<p>{result.saved === 0 ? t("admin.nothingSaved") : t("admin.saved", { count: result.saved })}</p>
			{result.stale.map(({ id, now, by }) => (
				<p key={id}>{t("admin.stale", { id, status: t(`status.${now as "New"}`), by: by || t("admin.someone") })}</p>
			))}
		</div>
	);
}

/** The address of a list state; what is at its default is left out. */
function listPath(query: { q: string; track: string; status: string; page: number }): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) if (value && value !== 1) parameters.set(name, String(value));
	const search = parameters.toString();
	return search ? `/admin/proposals?${search}` : "/admin/proposals";
}
