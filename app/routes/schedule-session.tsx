import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { WholeDays } from "../components/layout/dated.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { ShareLink } from "../components/schedule/share-link.tsx";
import { Speakers } from "../components/schedule/speakers.tsx";
import { LiveMark } from "../components/schedule/talk-card.tsx";
import { TrackNeighbours } from "../components/schedule/track-neighbours.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { requireEvent } from "../pages/schedule-address.server.ts";
import { sessionPage } from "../pages/schedule-session.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";
import { marks } from "../programmes/marks.ts";

export const handle: RouteHandle = { island: "schedule", style: "schedule" };

/** One talk of the released schedule. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	requireEvent(context, params.slug);
	const { locale } = context;
	const session = await sessionPage(context, params.id);
	const names = session.speakers.map(({ name }) => name).join(marks[locale].item);
	const description = `${names}${marks[locale].colon}${session.title}`;
	const { id, path, title } = session;
	const shared = sharedPage(context, { path, title, talk: context.archived ? undefined : id });
	return { session, title: pageTitle(context, title), description, shared };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ScheduleSession() {
	const { session } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const { id, title, start, date, span, zone, back, abstract, isOn } = session;
	return (
		<article data-local={t("publicSchedule.local", { time: "#" })}>
			<p className="back-link">
				<a href={back.path}>{`← ${t("publicSchedule.back", { day: back.day })}`}</a>
			</p>
			<h1 lang={langOf(title, locale)}>{title}</h1>
			<p className="lead">
				<WholeDays text={date} /> <time dateTime={start}>{`${span}${marks[locale].brackets(zone)}`}</time>
				{isOn && <LiveMark live="now" />}
			</p>
			<Facts session={session} />
			{abstract && (
				<p className="prose" lang={langOf(abstract, locale)}>
					{abstract}
				</p>
			)}
			<Speakers speakers={session.speakers} />
			<div className="downloads">
				{session.hasCalendar && (
					<p>
						<a className="button" href={`/schedule/${id}.ics${locale === "en" ? "" : `?lang=${locale}`}`}>
							{t("publicSchedule.ownCalendar")}
						</a>
					</p>
				)}
				<ShareLink address={session.address} />
			</div>
			<TrackNeighbours session={session} />
		</article>
	);
}

function Facts({ session: { track, hue, room, language } }: { session: Awaited<ReturnType<typeof sessionPage>> }) {
	const { t } = useAllTexts();
	const spoken =
		language === "Chinese" || language === "English" ? t(`publicSchedule.languages.${language}`) : language;
	return (
		<dl className="facts">
			<div className={`track-hue-${hue}`}>
				<dt>{t("publicSchedule.track")}</dt>
				<dd>{track}</dd>
			</div>
			{room && (
				<div>
					<dt>{t("publicSchedule.room")}</dt>
					<dd>{room}</dd>
				</div>
			)}
			{spoken && (
				<div>
					<dt>{t("publicSchedule.language")}</dt>
					<dd>{spoken}</dd>
				</div>
			)}
		</dl>
	);
}
