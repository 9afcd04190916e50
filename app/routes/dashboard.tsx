import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { AccountPanel, SessionPanel } from "../components/accounts/session-panel.tsx";
import { EntryCards } from "../components/entries/entry-cards.tsx";
import { Reference } from "../components/entries/entry-reference.tsx";
import { IncompleteMark } from "../components/entries/incomplete-mark.tsx";
import { NextSteps } from "../components/entries/next-steps.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { ownSlot } from "../pages/own-slot.server.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { can } from "../roles.ts";

export const handle: RouteHandle = { island: "account" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	const entries = services.entries.listOwn(actor).map((entry) => {
		const slot = ownSlot(context, entry);
		return {
			slot,
			steps: services.entries.stepsOf(entry, locale, slot),
			spot: spotId(entry),
			editPath: services.entries.editPathOf(entry),
			presence: entry.presence,
			category: entry.category,
			title: entry.title,
			status: entry.status,
			incomplete: entry.incomplete,
			updated: formatInstant(entry.updatedAt, zone, locale, "long"),
		};
	});
	return {
		entries,
		drafts: services.drafts.list(actor).map(({ programme, event, title, savedAt }) => ({
			href: `${programme.path}${event ? `?event=${event}` : ""}`,
			title,
			category: programme.category,
			time: formatInstant(savedAt, zone, locale),
		})),
		late: services.late.ofSender(actor).map(({ id, category, title, arrivedAt }) => ({
			id,
			category,
			title,
			time: formatInstant(arrivedAt, zone, locale),
		})),
		further: services.programmes.furtherCalls(locale),
		cards: services.programmes.cards(locale),
		session: actor.user && {
			email: actor.user.email,
			isVerified: actor.user.isVerified || actor.user.email === "",
			opensConsole: can(actor.user.role, "entries.read"),
			until: formatInstant(actor.user.expiresAt, zone, locale),
		},
		mailed: new URL(request.url).searchParams.get("mailed"),
		title: pageTitle(context, t("dashboard.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function DashboardPage() {
	const { entries, drafts, late, further, cards, session, mailed } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	return (
		<>
			<h1>{t("dashboard.title")}</h1>
			{session && <AccountPanel session={session} mailed={mailed} />}
			<h2>{t("dashboard.entries")}</h2>
			{entries.length === 0 && <p className="empty">{t("dashboard.none")}</p>}
			<ul className="cards">
				{entries.map((entry) => (
					<li key={entry.spot}>
						<p className="hint">
							{programmeOf(entry.category).label[locale]} · <Reference of={entry.spot} /> ·{" "}
							<Dated date={entry.updated} text={t("entry.updated", { time: entry.updated })} />
						</p>
						<h3>{headingOf(entry)}</h3>
						<p>
							<StatusMark status={entry.status} presence={entry.presence} />{" "}
							<IncompleteMark category={entry.category} fields={entry.incomplete} />
						</p>
						<NextSteps steps={entry.steps} slot={entry.slot} />
						<p className="actions">
							{entry.editPath && (
								<a className="button" href={entry.editPath}>
									{t(entry.incomplete.length > 0 ? "entry.complete" : "entry.edit")}
								</a>
							)}{" "}
							<a href={`/entry/${entry.spot}`} aria-label={`${t("entry.view")}: ${entry.title || entry.spot}`}>
								{t("entry.view")}
							</a>
						</p>
					</li>
				))}
			</ul>
			{late.length > 0 && (
				<>
					<h2>{t("dashboard.late")}</h2>
					<ul className="cards">
						{late.map((one) => (
							<li key={one.id}>
								<p className="hint">{programmeOf(one.category).label[locale]}</p>
								<h3>{headingOf(one)}</h3>
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
										programme: programmeOf(draft.category).label[locale],
										time: draft.time,
									})}
								</p>
								<h3>{headingOf(draft)}</h3>
								<p className="actions">
									<a className="button" href={draft.href}>
										{t("dashboard.continueDraft")}
									</a>
								</p>
							</li>
						))}
					</ul>
				</>
			)}
			<h2>{t("login.calls")}</h2>
			<EntryCards cards={cards} further={further} />
			{session && <SessionPanel session={session} />}
		</>
	);

	/** Not every programme asks for a title; where none is asked for, none is missing. */
	function headingOf({ title, category }: { title: string; category: string }): string {
		const { fields, label } = programmeOf(category);
		return title || (fields.some(({ column }) => column === "title") ? t("entry.untitled") : label[locale]);
	}
}
