import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { AttendancePanel } from "../components/entries/attendance-panel.tsx";
import { DeclineForm } from "../components/entries/decline-form.tsx";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { Reference } from "../components/entries/entry-reference.tsx";
import { IncompleteMark } from "../components/entries/incomplete-mark.tsx";
import { NextSteps, UnsentChanges } from "../components/entries/next-steps.tsx";
import { StatusMark } from "../components/entries/status-mark.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { LinkedWord } from "../components/layout/linked-word.tsx";
import { Space } from "../components/layout/space.tsx";
import { withParameters } from "../components/lists/list-url.ts";
import { MESSAGE_KEEPS } from "../components/messages/message-controls.ts";
import { OwnMessages } from "../components/messages/own-messages.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { entryPath, notYours, pageTitle, seeOther } from "../http.ts";
import { consolePath, isPublicKind } from "../kinds.ts";
import { isActive, isRestorable, LISTED_AS_ACCEPTED } from "../lifecycle.ts";
import { shownAttendance, takeAnswer } from "../pages/attendance.server.ts";
import { ownMessages, takeOwnMessage } from "../pages/own-messages.server.ts";
import { ownSlot } from "../pages/own-slot.server.ts";
import { unsentSince } from "../pages/unsent-changes.server.ts";
import { DECLINE_KEEPS } from "../programmes/attendance.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatInstant } from "../programmes/window.ts";
import { can } from "../roles.ts";
import { useRoot } from "../root-data.ts";

/** The island forgets the draft of the changes that were saved. */
export const handle: RouteHandle = { island: "sent", keeps: { ...DECLINE_KEEPS, ...MESSAGE_KEEPS } };

const RESTORE = "do.restore";
const WITHDRAW = "do.withdraw";

/**
 * The page of one's own entry, also behind the private link of a receipt. Reading changes nothing, except that the first
 * visit by a new link ends the one before. Another's entry looks like a missing one, with what to do if it should be there.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	const search = new URL(request.url).searchParams;
	const key = search.get("key") ?? "";
	const wanted = params.spot ?? "";
	const entry = services.entries.ownEntry(actor, wanted, key);
	if (!entry) throw notYours(context, wanted, key);
	await services.entries.opened(wanted, key);
	const isSaved = services.entries.sentEntry(wanted, search.get("sent") ?? "") !== undefined;
	const asked = services.attendance.of(entry);
	const spot = spotId(entry);
	const slot = ownSlot(context, entry);
	const call = services.registry().programmeOf(entry.category).label[locale];
	const photoSize = await services.photos.sizeOf(entry.photo);
	const asksToWithdraw = search.has("withdraw") && isActive(entry);
	const asksToDecline = search.has("decline") && asked?.isOpen === true;
	const messages = asksToWithdraw || asksToDecline ? undefined : ownMessages(context, entry, key, search);
	const shown = { ...services.entries.asShown(entry, "owner", locale, key), photoSize };
	return {
		title: pageTitle(context, t("entry.title", { reference: spot })),
		messages,
		ownPreferences: asksToDecline || messages?.open,
		/** Proven by the address where a browser keeps no cookies, and so no message either. */
		saved: isSaved,
		newLink: isSaved ? services.entries.newLinkOf(entry, key) : undefined,
		entry: {
			reference: spot,
			path: entryPath(spot, key),
			editPath: services.entries.editPathOf(entry, key),
			unsent: unsentSince(context, entry),
			heading: entry.title || call,
			updated: formatInstant(entry.updatedAt, zone, locale),
			status: entry.status,
			isAccepted: LISTED_AS_ACCEPTED.includes(entry.status),
			call,
			lacking: services.entries.lackingIn(entry, locale),
			slot,
			steps: services.entries.stepsOf(entry, locale, slot),
			presence: entry.presence,
			active: isActive(entry),
			restorable: isRestorable(entry),
			/** For organisers, who read it by their role. */
			inConsole:
				can(actor.user?.role, "entries.read") && entry.userId !== actor.user?.id ? consolePath(entry) : undefined,
			/** Ask for confirmation before withdrawing and declining, on a page of their own. */
			asksToWithdraw,
			isPast: services.entries.isPast(entry),
			isPublicKind: isPublicKind(entry.kind),
			asksToDecline,
			attendance: shownAttendance(context, asked, entryPath(spot, key)),
			shown,
		},
	};
}

/** Withdraws or resubmits the entry, confirms or declines, writes to the organisers. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const { services, actor, form } = context;
	const key = new URL(request.url).searchParams.get("key") ?? "";
	const spot = params.spot ?? "";
	const answered = (await takeOwnMessage(context, spot, key)) ?? (await takeAnswer(context, spot, key));
	if (answered) return answered;
	const next = entryPath(spot, key);
	if (!(RESTORE in form || WITHDRAW in form)) return seeOther(next);
	await services.entries.setWithdrawn(actor, spot, key, WITHDRAW in form);
	return seeOther(RESTORE in form ? context.flash.say(next, [context.t("form.restored")]) : next);
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function EntryPage() {
	const { entry, saved, newLink, messages } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const { said } = useRoot() ?? {};
	const isSaved = saved || said?.includes(t("form.changesSaved"));
	const { path, editPath, restorable, shown } = entry;
	const withdrawPath = withParameters(path, { withdraw: 1 });
	if (entry.asksToDecline && entry.attendance)
		return <DeclineForm heading={entry.heading} attendance={entry.attendance} failed={failed} />;
	return (
		<div data-clear-drafts={isSaved ? entry.reference : undefined}>
			<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
			{entry.inConsole && (
				<p>
					<a href={entry.inConsole}>← {t("entry.inConsole")}</a>
				</p>
			)}
			<ReportText report={saved ? { lines: [t("form.changesSaved")], wrong: false } : undefined} />
			{newLink && (
				<p className="banner">
					<LinkedWord
						text={t("entry.newLink", { link: t("entry.openNewLink") })}
						word={t("entry.openNewLink")}
						to={newLink}
					/>
				</p>
			)}
			<h1>{entry.asksToWithdraw ? t("entry.withdrawTitle") : entry.heading}</h1>
			<p className="lead">
				{entry.asksToWithdraw && `${entry.heading} · `}
				{entry.call} · <Reference of={entry.reference} /> ·{" "}
				<Dated date={entry.updated} text={t("entry.updated", { time: entry.updated })} />
			</p>
			<p>
				<StatusMark status={entry.status} presence={entry.presence} /> <IncompleteMark fields={entry.lacking} />
			</p>
			<UnsentChanges since={entry.unsent} path={editPath} />
			{!entry.asksToWithdraw && entry.attendance && <AttendancePanel attendance={entry.attendance} />}
			{!entry.asksToWithdraw && <NextSteps steps={entry.steps} slot={entry.slot} hasTitle />}
			{entry.asksToWithdraw && entry.isAccepted && !entry.isPast && (
				<p className="banner">{t("entry.withdrawAccepted")}</p>
			)}
			{entry.asksToWithdraw && <p>{t(withdrawingSays(entry))}</p>}
			{restorable && <p>{t("dashboard.withdrawnLead")}</p>}
			{restorable || entry.asksToWithdraw ? (
				<form method="post" action={path} className="actions" noValidate>
					<FormToken />
					{restorable ? (
						<button className="primary" type="submit" name={RESTORE} value={t("entry.restore")}>
							{t("entry.restore")}
						</button>
					) : (
						<button className="danger" type="submit" name={WITHDRAW} value={t("entry.withdrawYes")}>
							{t("entry.withdrawYes")}
						</button>
					)}
					<Space />
					{entry.asksToWithdraw && (
						<a className="button" href={path}>
							{t("entry.keep")}
						</a>
					)}
				</form>
			) : (
				<div className="actions">
					{editPath && (
						<a className="button primary" href={editPath}>
							{t(entry.lacking ? "entry.complete" : "entry.edit")}
						</a>
					)}
					<Space />
					{entry.active && !entry.attendance?.declinePath && (
						<a className="button danger" href={withdrawPath}>
							{t("entry.withdraw")}
						</a>
					)}
				</div>
			)}
			{messages && <OwnMessages of={messages} failed={failed} />}
			{messages && <h2>{t("dashboard.submitted")}</h2>}
			<EntryDetails entry={shown} />
		</div>
	);
}

function withdrawingSays({ isPast, isPublicKind }: { isPast: boolean; isPublicKind: boolean }) {
	if (!isPast) return "entry.withdrawLead";
	return isPublicKind ? "entry.withdrawOver" : "entry.withdrawOverUnlisted";
}
