import { useAllTexts } from "../../all-texts.ts";
import type { conferenceToday } from "../../pages/front.server.ts";
import { Dated, WholeDays } from "../layout/dated.tsx";
import { Paragraphs } from "../layout/paragraphs.tsx";

type Today = ReturnType<typeof conferenceToday>;

/** Which conference this is, when and where, and what is open until when. */
export function ConferenceFront(props: {
	today: Today;
	/** What the visitor has typed and not submitted. */
	draft: { href: string; text: string } | undefined;
	/** Stands above the login form: its first open call has the primary button. */
	isFirst: boolean;
}) {
	const { today, draft, isFirst } = props;
	const { facts, calls, hasSchedule } = today;
	const { t } = useAllTexts();
	const [Title, Subtitle] = isFirst ? (["h1", "h2"] as const) : (["h2", "h3"] as const);
	const primary = isFirst ? calls.find(({ isOpen }) => isOpen) : undefined;
	const when = [facts.dates, facts.place].filter(Boolean).join(" · ");
	return (
		<section className="conference" aria-labelledby="conference">
			<Title id="conference">{facts.name}</Title>
			<div className="lead">
				<div>
					<Dated date={facts.dates} text={when} />
				</div>{" "}
				{facts.isOver && <div>{t(calls.some(({ isOpen }) => isOpen) ? "login.overOpen" : "login.over")}</div>}{" "}
				{hasSchedule && (
					<a className="schedule-out" href="/schedule">
						{t("publicSchedule.out")}
					</a>
				)}
			</div>
			<Paragraphs text={facts.text} />
			{draft && (
				<p className="banner">
					{t("login.draft")} <a href={draft.href}>{draft.text}</a>
				</p>
			)}
			<Subtitle>{t("login.calls")}</Subtitle>
			<ul className="calls">
				{calls.map((call) => (
					<li key={call.href} className={call.isOpen ? undefined : "call-note"}>
						{call.isOpen ? (
							<a className={call === primary ? "button call primary" : "button call"} href={call.href}>
								<b>{call.title}</b> <Lead call={call} /> <State call={call} />
							</a>
						) : (
							<>
								<a href={call.href}>{call.title}</a> <Lead call={call} /> <State call={call} />
							</>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

/**
 * What it is for: two calls may have much the same name. Not on phones, where the log-in form has to be seen as well. Here
 * and below a block, so that it is a line of its own where there are no styles.
 */
function Lead({ call: { lead } }: { call: Today["calls"][number] }) {
	if (lead === "") return null;
	return (
		<div className="call-state call-lead">
			<WholeDays text={lead} />
		</div>
	);
}

function State({ call: { state, date, isElsewhere } }: { call: Today["calls"][number] }) {
	const { t } = useAllTexts();
	return (
		<div className="call-state">
			{date ? <Dated date={date} text={state} /> : state}
			{isElsewhere && (
				<>
					{" · "}
					<span className="other-site">{t("calls.elsewhere")}</span>
				</>
			)}
		</div>
	);
}
