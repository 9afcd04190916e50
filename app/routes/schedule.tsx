import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { SentenceSpace } from "../components/layout/space.tsx";
import { ReleaseNote } from "../components/schedule/release-note.tsx";
import { ScheduleDay } from "../components/schedule/schedule-day.tsx";
import { ScheduleFiles } from "../components/schedule/schedule-files.tsx";
import { FoundTalks, ScheduleSearch } from "../components/schedule/schedule-search.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, withUnencoded } from "../http.ts";
import { type ScheduleView, schedulePage } from "../pages/schedule.server.ts";
import { requireEvent } from "../pages/schedule-address.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

export const handle: RouteHandle = { wide: true, island: "schedule", style: "schedule" };

/** The released schedule, one day at a time or all days, and what is searched for in it (decisions 6.15). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	requireEvent(context, params.slug);
	const { t, brand, services } = context;
	const view = schedulePage(context, new URL(request.url).searchParams);
	const q = view?.q;
	const title = q ? t("publicSchedule.searchTitle", { q }) : t("publicSchedule.title");
	const day = view?.tabs.find(({ current }) => current);
	const page = {
		hasProposals: services.publicEntries.isShown("talk"),
		title: pageTitle(context, title),
		shared: sharedPage(context, { path: day?.whole ?? context.schedulePath, title: t("publicSchedule.title") }),
		// Search engines have the schedule itself.
		description: q ? undefined : t("publicSchedule.description", { product: brand.product }),
		feed: context.archived ? undefined : t("publicSchedule.feed", { product: brand.product }),
	};
	return withUnencoded(page, "view", view);
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	...pageMeta(page),
	...(page?.feed ? [atomOf(page.feed)] : []),
];

const atomOf = (title: string) => ({
	tagName: "link",
	rel: "alternate",
	type: "application/atom+xml",
	title,
	href: "/schedule.atom",
});

export default function Schedule() {
	const { view, hasProposals } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	if (view) return <Published view={view} />;
	return (
		<>
			<h1>{t("publicSchedule.title")}</h1>
			<p className="empty">
				{t("publicSchedule.none")}
				<SentenceSpace />
				<a href={hasProposals ? "/proposals" : "/"}>
					{t(hasProposals ? "publicSchedule.meanwhile" : "publicSchedule.start")}
				</a>
			</p>
		</>
	);
}

function Published({ view }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	const { note, days, found } = view;
	return (
		<>
			<div className="schedule-head">
				<div>
					<h1>{t("publicSchedule.title")}</h1>
					<Version view={view} />
				</div>
				<ScheduleSearch view={view} />
			</div>
			{!found && <ReleaseNote lines={note} />}
			<DayLinks view={view} />
			{found ? (
				<FoundTalks found={found} whole={view.unsearched} />
			) : (
				<div
					data-local={t("publicSchedule.local", { time: "#" })}
					data-now={t("publicSchedule.now")}
					data-next={t("publicSchedule.next")}
				>
					{days.map((day) => (
						<ScheduleDay key={day.id} day={day} view={view} />
					))}
				</div>
			)}
			<ScheduleFiles address={view.address} subscription={view.subscription} />
		</>
	);
}

function Version({ view: { version, released, hasChanges, whole, isWhole, q } }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	return (
		<p className="hint">
			{`${t("publicSchedule.version", { version })} · ${t("publicSchedule.released", { time: released })}`}
			{hasChanges && (
				<>
					{" · "}
					<a href="/schedule/versions">{t("publicSchedule.changes")}</a>
				</>
			)}
			{whole && (
				<span className="whole-link">
					{" · "}
					<a href={whole} aria-current={isWhole && !q ? "page" : undefined}>
						{t("publicSchedule.onePage")}
					</a>
				</span>
			)}
		</p>
	);
}

/** Sticky while scrolling. */
function DayLinks({ view: { tabs, jump } }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	return (
		<nav className="day-links" aria-label={t("publicSchedule.days")}>
			<ul>
				{tabs.map(({ id, label, path, current }) => (
					<li key={id}>
						<a href={path} aria-current={current ? "page" : undefined}>
							{label}
						</a>
					</li>
				))}
				{jump && (
					<li className="jump-to-now">
						<a href={jump}>{t("publicSchedule.jump")}</a>
					</li>
				)}
			</ul>
		</nav>
	);
}
