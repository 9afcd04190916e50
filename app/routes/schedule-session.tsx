import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Portrait } from "../components/entries/portrait.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { sessionPage } from "../pages/schedule.server.ts";
import { marks } from "../programmes/marks.ts";

export const handle: RouteHandle = { island: "schedule", style: "schedule" };

/** One talk of the released schedule. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const { locale } = context;
	const session = await sessionPage(context, params.id);
	const description = `${session.name}${marks[locale].colon}${session.title}`;
	return { session, title: pageTitle(context, session.title), description };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ScheduleSession() {
	const { session } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const { id, title, start, date, span, zone, back, track, room, language, abstract } = session;
	const facts = [
		[t("publicSchedule.track"), track],
		[t("publicSchedule.room"), room],
		[
			t("publicSchedule.language"),
			language === "Chinese" || language === "English" ? t(`publicSchedule.languages.${language}`) : language,
		],
	];
	return (
		<article data-local={t("publicSchedule.local", { time: "#" })}>
			<p>
				<a href={back.path}>{`← ${t("publicSchedule.back", { day: back.day })}`}</a>
			</p>
			<h1 lang={langOf(title, locale)}>{title}</h1>
			<p className="lead">
				{date} <time dateTime={start}>{`${span}${marks[locale].brackets(zone)}`}</time>
			</p>
			<dl className="facts">
				{facts.map(([name, value]) =>
					value ? (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					) : null,
				)}
			</dl>
			{abstract && (
				<p className="prose" lang={langOf(abstract, locale)}>
					{abstract}
				</p>
			)}
			<Speaker session={session} />
			<p>
				<a className="button" href={`/schedule/${id}.ics${locale === "en" ? "" : `?lang=${locale}`}`}>
					{t("publicSchedule.ownCalendar")}
				</a>
			</p>
		</article>
	);
}

function Speaker({
	session: { name, org, role, bio, photo, photoSize },
}: {
	session: Awaited<ReturnType<typeof sessionPage>>;
}) {
	const { t, locale } = useAllTexts();
	return (
		<section>
			<h2>{t("publicSchedule.speaker")}</h2>
			<div className="speaker">
				{photo && <Portrait photo={photo} size={photoSize} name={name} />}
				<div>
					<p>
						<b>{name}</b>
						<br />
						<span className="hint">{[role, org].filter(Boolean).join(marks[locale].comma)}</span>
					</p>
					{bio && (
						<p className="prose" lang={langOf(bio, locale)}>
							{bio}
						</p>
					)}
				</div>
			</div>
		</section>
	);
}
