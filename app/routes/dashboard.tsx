import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { AccountPanel, SessionPanel } from "../components/accounts/session-panel.tsx";
import { AttendancePanel } from "../components/entries/attendance-panel.tsx";
import { EntryCards } from "../components/entries/entry-cards.tsx";
import { EntryAnswer } from "../components/entries/entry-details.tsx";
import { Reference } from "../components/entries/entry-reference.tsx";
import { IncompleteMark } from "../components/entries/incomplete-mark.tsx";
import { NextSteps, UnsentChanges } from "../components/entries/next-steps.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { Space } from "../components/layout/space.tsx";
import { Pagination } from "../components/lists/pagination.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { entryPath, isUnconfirmed, pageTitle } from "../http.ts";
import { shownAttendance } from "../pages/attendance.server.ts";
import { draftLinks } from "../pages/earlier-drafts.server.ts";
import { headingOf } from "../pages/entry-heading.server.ts";
import { messageMarks } from "../pages/own-messages.server.ts";
import { ownSlot } from "../pages/own-slot.server.ts";
import { unsentSince } from "../pages/unsent-changes.server.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatInstant } from "../programmes/window.ts";
import { can } from "../roles.ts";
import { pageNumber } from "../schemas/listing.ts";

export const handle: RouteHandle = { island: "account" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	const registry = services.registry();
	const messagesOf = messageMarks(context);
	const { searchParams } = new URL(request.url);
	const { rows, page, pages } = services.entries.pageOfOwn(actor, pageNumber.parse(searchParams.get("page")));
	const entries = rows.map((entry) => {
		const slot = ownSlot(context, entry);
		const programme = registry.programmeOf(entry.category);
		return {
			call: programme.label[locale],
			heading: headingOf(context, { title: entry.title, programme }),
			slot,
			steps: services.entries.stepsOf(entry, locale, slot),
			spot: spotId(entry),
			editPath: services.entries.editPathOf(entry),
			unsent: unsentSince(context, entry),
			attendance: shownAttendance(context, services.attendance.of(entry), entryPath(spotId(entry), "")),
			messages: messagesOf(entry),
			presence: entry.presence,
			status: entry.status,
			lacking: services.entries.lackingIn(entry, locale),
			updated: formatInstant(entry.updatedAt, zone, locale, "long"),
			answers: services.entries.shownOnCard(entry, locale),
		};
	});
	return {
		entries,
		page,
		pages,
		drafts: services.drafts.list(actor).map((draft) => ({
			...draftLinks(context, draft),
			call: draft.programme.label[locale],
			heading: headingOf(context, draft),
			time: formatInstant(draft.savedAt, zone, locale),
		})),
		late: services.late.ofSender(actor).map(({ id, category, title, arrivedAt }) => ({
			id,
			call: registry.programmeOf(category).label[locale],
			heading: headingOf(context, { title, programme: registry.programmeOf(category) }),
			time: formatInstant(arrivedAt, zone, locale),
		})),
		cards: services.calls.cards(locale),
		session: actor.user && {
			email: actor.user.email,
			isVerified: !isUnconfirmed(actor.user),
			opensConsole: can(actor.user.role, "entries.read"),
			until: formatInstant(actor.user.expiresAt, zone, locale),
		},
		mailed: searchParams.get("mailed"),
		title: pageTitle(context, t("dashboard.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function DashboardPage() {
	const { entries, page, pages, drafts, late, cards, session, mailed } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<h1>{t("dashboard.title")}</h1>
			<ReportText report={undefined} />
			{session && <AccountPanel session={session} mailed={mailed} />}
			<h2>{t("dashboard.entries")}</h2>
			{entries.length === 0 && (
				<p className="empty">{t(session?.isVerified ? "dashboard.none" : "dashboard.noneYet")}</p>
			)}
			<ul className="cards">
				{entries.map((entry) => (
					<li key={entry.spot}>
						<p className="hint">
							{entry.call} · <Reference of={entry.spot} /> ·{" "}
							<Dated date={entry.updated} text={t("entry.updated", { time: entry.updated })} />
						</p>
						<h3>
							<a href={`/entry/${entry.spot}`}>{entry.heading}</a>
						</h3>
						<p>
							<StatusMark status={entry.status} presence={entry.presence} /> <IncompleteMark fields={entry.lacking} />
						</p>
						{entry.answers.length > 0 && (
							<dl className="card-answers">
								{entry.answers.map((answer) => (
									<EntryAnswer key={answer.name} answer={answer} />
								))}
							</dl>
						)}
						<UnsentChanges since={entry.unsent} path={entry.editPath} />
						{entry.attendance && <AttendancePanel attendance={entry.attendance} from="dashboard" />}
						<NextSteps steps={entry.steps} slot={entry.slot} />
						{(entry.editPath || entry.messages) && (
							<p className="actions">
								{entry.editPath && (
									<a className="button" href={entry.editPath}>
										{t(entry.lacking ? "entry.complete" : "entry.edit")}
									</a>
								)}
								<Space />
								{entry.messages && <a href={entry.messages.href}>{entry.messages.count}</a>}
								<Space />
								{entry.messages?.mark && <span className="status status-hold">{entry.messages.mark}</span>}
							</p>
						)}
					</li>
				))}
			</ul>
			<Pagination page={page} pages={pages} pathOf={(n) => (n > 1 ? `/dashboard?page=${n}` : "/dashboard")} />
			{late.length > 0 && (
				<>
					<h2>{t("dashboard.late")}</h2>
					<ul className="cards">
						{late.map((one) => (
							<li key={one.id}>
								<p className="hint">{one.call}</p>
								<h3>{one.heading}</h3>
								<p>{t("closed.late", { time: one.time })}</p>
							</li>
						))}
					</ul>
				</>
			)}
			{drafts.length > 0 && (
				<>
					<h2>{t("dashboard.drafts")}</h2>
					<ul className="cards">
						{drafts.map((draft) => (
							<li key={draft.href}>
								<p className="hint">
									{t("dashboard.draftOf", {
										programme: draft.call,
										time: draft.time,
									})}
								</p>
								<h3>{draft.heading}</h3>
								{draft.over && <p>{draft.over}</p>}
								<p className="actions">
									{draft.carry && (
										<>
											<a className="button" href={draft.carry.href}>
												{draft.carry.text}
											</a>
											<Space />
										</>
									)}
									<a className={draft.carry ? undefined : "button"} href={draft.href}>
										{t(draft.over ? "dashboard.readDraft" : "dashboard.continueDraft")}
									</a>
								</p>
							</li>
						))}
					</ul>
				</>
			)}
			<h2>{t("login.calls")}</h2>
			<EntryCards cards={cards} />
			{session && <SessionPanel session={session} />}
		</>
	);
}
