import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReleaseNote } from "../components/schedule/release-note.tsx";
import { ScheduleDay, type ScheduleView } from "../components/schedule/schedule-day.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { schedulePage } from "../pages/schedule.server.ts";

export const handle: RouteHandle = { wide: true, island: "schedule", style: "schedule" };

/** The released schedule, one day at a time (decisions 6.15). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t, brand, services } = context;
	return {
		view: schedulePage(context, new URL(request.url).searchParams),
		hasProposals: services.publicEntries.isShown("talk"),
		title: pageTitle(context, t("publicSchedule.title")),
		description: t("publicSchedule.description", { product: brand.product }),
		feed: t("publicSchedule.feed", { product: brand.product }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	...pageMeta(page),
	{ tagName: "link", rel: "alternate", type: "application/atom+xml", title: page?.feed, href: "/schedule.atom" },
];

export default function Schedule() {
	const { view, hasProposals } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<h1>{t("publicSchedule.title")}</h1>
			{view ? (
				<Published view={view} />
			) : (
				<p className="empty">
					{t("publicSchedule.none")}{" "}
					<a href={hasProposals ? "/proposals" : "/"}>
						{t(hasProposals ? "publicSchedule.meanwhile" : "publicSchedule.start")}
					</a>
				</p>
			)}
			{view && <Files />}
		</>
	);
}

function Published({ view }: { view: ScheduleView }) {
	const { t } = useAllTexts();
	const { version, released, note, hasChanges, days, date, zone } = view;
	return (
		<>
			<p className="hint">
				{`${t("publicSchedule.version", { version })} · ${t("publicSchedule.released", { time: released })}`}
				{hasChanges && (
					<>
						{" · "}
						<a href="/schedule/versions">{t("publicSchedule.changes")}</a>
					</>
				)}
			</p>
			<ReleaseNote lines={note} />
			<nav className="day-links" aria-label={t("publicSchedule.days")}>
				<ul>
					{days.map(({ id, label, path, current }) => (
						<li key={id}>
							<a href={path} aria-current={current ? "page" : undefined}>
								{label}
							</a>
						</li>
					))}
				</ul>
			</nav>
			{date && (
				<h2>
					{date} <span className="hint">{t("publicSchedule.zone", { zone })}</span>
				</h2>
			)}
			<ScheduleDay view={view} />
		</>
	);
}

/** The same schedule where people keep their days. */
function Files() {
	const { t, locale } = useAllTexts();
	const language = locale === "en" ? "" : `?lang=${locale}`;
	return (
		<section className="downloads">
			<h2>{t("publicSchedule.take")}</h2>
			<ul>
				<li>
					<a href={`/schedule.ics${language}`}>{t("publicSchedule.calendar")}</a>{" "}
					<span className="hint">iCalendar</span>
				</li>
				<li>
					<a href={`/schedule.atom${language}`}>{t("publicSchedule.news")}</a> <span className="hint">Atom</span>
				</li>
				<li>
					{t("publicSchedule.apps")} <a href={`/schedule.xml${language}`}>XML</a>{" "}
					<a href={`/schedule.json${language}`}>JSON</a>
				</li>
			</ul>
		</section>
	);
}
