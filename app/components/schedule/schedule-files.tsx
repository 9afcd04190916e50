import { useAllTexts } from "../../all-texts.ts";
import { ShareLink } from "./share-link.tsx";

/** Links to the schedule for calendars and apps, and for sharing. */
export function ScheduleFiles({ address, subscription }: { address: string; subscription: string | undefined }) {
	return (
		<section className="downloads">
			{subscription && <Files subscription={subscription} />}
			<ShareLink address={address} />
		</section>
	);
}

function Files({ subscription }: { subscription: string }) {
	const { t, locale } = useAllTexts();
	const language = locale === "en" ? "" : `?lang=${locale}`;
	return (
		<>
			<h2>{t("publicSchedule.take")}</h2>
			<ul>
				<li>
					<a href={subscription}>{t("publicSchedule.subscribe")}</a> <span className="hint">webcal</span>
				</li>
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
		</>
	);
}
