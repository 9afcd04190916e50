import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { Reference } from "../components/entries/entry-reference.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { Addresses } from "../components/layout/addresses.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { Space } from "../components/layout/space.tsx";
import { ListFilters } from "../components/lists/list-filters.tsx";
import { listPath, withParameters } from "../components/lists/list-url.ts";
import { Pagination } from "../components/lists/pagination.tsx";
import { MailNotice } from "../components/mails/mail-notice.tsx";
import { MAIL_STATES, mailWord, unsentLetter } from "../enumerations.ts";
import { pageMeta } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { reasonOf } from "../pages/mail-reason.server.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";
import { mailQuery, pressedMail, pressedRetryAll } from "../schemas/mail.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/mail";

/** The outbox: all mails, their states, and what can be done about them. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const { cancelled, ...state } = mailQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
	const { rows, ...about } = services.outbox.list(actor, state, t("outboxMessages.linkHidden"));
	return {
		state: { ...state, page: about.page },
		cancelled,
		mailLeaves,
		...about,
		mails: rows.map((mail) => ({
			id: mail.id,
			to: mail.toAddress,
			subject: mail.subject,
			body: mail.body,
			reference: mail.reference,
			hidesLinks: mail.hidesLinks,
			canUndo: mail.canUndo,
			state: mailWord(mail.state, mailLeaves),
			/** Not only cancelled, as by a newer mail: then the reason is no fault. */
			failed: mail.state !== "cancelled",
			attempts: mail.attempts,
			lastError: mail.cancelledBy
				? t("consoleMessages.cancelledBy", { by: mail.cancelledBy })
				: mail.lastError && reasonOf(mail.lastError, t),
			created: formatLocal(mail.createdAt, zone, locale),
			next: mail.state === "pending" && mail.attempts > 0 ? formatLocal(mail.nextAt, zone, locale) : undefined,
		})),
		canRetry: services.mailRetries.hasAny(actor),
		toMany: t("broadcast.title"),
		title: pageTitle(context, t("admin.mail")),
	};
}

/** Retries one or all, cancels or takes that back, or sends a test mail. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t, locale, mailLeaves } = context;
	const report = (line: string, wrong = false) =>
		reported(context, { status: wrong ? 409 : 200, lines: [line], wrong });
	const pressed = pressedMail(form);
	if (pressedRetryAll(form)) {
		const { retried, left } = await services.mailRetries.all(actor);
		const lines = [t(mailLeaves ? "letterMessages.allRetried" : "releaseMessages.saved", { count: retried })];
		if (left > 0) lines.push(t("letterMessages.notAllRetried", { count: left }));
		return reported(context, { status: 200, lines, wrong: false });
	}
	if (pressed?.what === "retry") {
		const done = await services.mailRetries.one(actor, pressed.id);
		const again = mailLeaves ? "letterMessages.retried" : "letterMessages.saved";
		return report(t(done ? again : "letterMessages.notRetried"), !done);
	}
	if (pressed?.what === "cancel") {
		const done = await services.mailCancelling.cancel(actor, pressed.id);
		if (!done) return report(t("letterMessages.notCancelled"), true);
		const lines = [t("letterMessages.cancelled")];
		throw seeOther(context.flash.say(withParameters(context.path, { cancelled: pressed.id }), lines));
	}
	if (pressed?.what === "undo") {
		const refusal = await services.mailCancelling.undo(actor, pressed.id);
		if (refusal) return report(t(`letterMessages.notUndone.${refusal}`), true);
		return report(t(mailLeaves ? "letterMessages.retried" : "letterMessages.saved"));
	}
	const outcome = await services.letters.sendTest(actor, locale);
	if (outcome.state === "failed") return report(t("letterMessages.failed", { message: outcome.reason }), true);
	return report(t(outcome.state === "sent" ? "letterMessages.testSent" : unsentLetter(mailLeaves)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function MailPage() {
	const shown = useLoaderData<typeof loader>();
	const { mails, mailLeaves, state, cancelled, counts, total, pages, canRetry, toMany } = shown;
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const path = listPath(BASE, state);
	return (
		<>
			<h1>
				{t("admin.mail")} <span className="total-count">{total}</span>
			</h1>
			<MailNotice />
			<p className="status-counts">
				<Link
					to={listPath(BASE, { q: state.q })}
					className="status"
					aria-current={state.state === "" ? "page" : undefined}
				>
					{t("admin.all")} <b>{counts.all}</b>
				</Link>
				{MAIL_STATES.map((one) => (
					<Fragment key={one}>
						<Space />
						<Link
							to={listPath(BASE, { q: state.q, state: one })}
							className="status"
							aria-current={state.state === one ? "page" : undefined}
						>
							{t(`mailState.${mailWord(one, mailLeaves)}`)} <b>{counts[one]}</b>
						</Link>
					</Fragment>
				))}
			</p>
			<ListFilters
				base={BASE}
				state={{ ...state, sort: "" }}
				clear={state.q ? listPath(BASE, { state: state.state }) : ""}
				placeholder={t("outbox.find")}
			>
				{state.state && <input type="hidden" name="state" value={state.state} />}
			</ListFilters>
			<ReportBanner report={report}>
				{cancelled > 0 && !report && (
					<form method="post" action={path} noValidate>
						<FormToken />
						<button type="submit" name={`do.undo.${cancelled}`} value={t("admin.undo")}>
							{t("admin.undo")}
						</button>
					</form>
				)}
			</ReportBanner>
			{/* One form: the name of the button says which mail is meant. */}
			<form method="post" action={path} noValidate data-offline={t("outbox.unanswered")}>
				<FormToken />
				<p className="actions">
					<button type="submit" name="do.test" value={t("outbox.test")}>
						{t("outbox.test")}
					</button>
					<Space />
					{canRetry && (
						<button type="submit" name="do.retry-all" value={t("outbox.retryAll")}>
							{t("outbox.retryAll")}
						</button>
					)}
					<Space />
					<a href="/admin/mail/texts">{t("outbox.texts")}</a>
					<Space />
					<a href="/admin/mail/broadcasts">{toMany}</a>
				</p>
				{mails.length === 0 && (
					<p className="empty">{t(state.q ? "admin.noMailFound" : state.state ? "admin.noMailOf" : "admin.noMail")}</p>
				)}
				<ul className="outbox">
					{mails.map((mail) => (
						<li key={mail.id}>
							<details>
								<summary>
									<b>{t(`mailState.${mail.state}`)}</b> {mail.subject} · <Addresses text={mail.to} />{" "}
									{mail.reference && <Reference of={mail.reference} />}{" "}
									<span className="hint">
										<Dated date={mail.created} />
										{mail.attempts > 0 && ` · ${t("outbox.attempts", { count: mail.attempts })}`}
										{mail.next && ` · ${t("outbox.next", { time: mail.next })}`}
									</span>
								</summary>
								{mail.hidesLinks && <p className="hint">{t("outbox.linksHidden")}</p>}
								<pre>{mail.body}</pre>
							</details>
							{mail.lastError && <p className={mail.failed ? "error" : "hint"}>{mail.lastError}</p>}
							<MailButton mail={mail} />
						</li>
					))}
				</ul>
			</form>
			<Pagination page={state.page} pages={pages} pathOf={(page) => listPath(BASE, { ...state, page })} />
		</>
	);
}

/** What can be done about a mail, if anything. */
function MailButton({ mail }: { mail: Awaited<ReturnType<typeof loader>>["mails"][number] }) {
	const { t, locale } = useTranslation();
	const { id, state, subject, to } = mail;
	const what =
		state === "failed"
			? "retry"
			: state === "pending" || state === "saved"
				? "cancel"
				: mail.canUndo
					? "undo"
					: undefined;
	if (!what) return null;
	const label = t(`outbox.${what}`);
	return (
		<button
			type="submit"
			name={`do.${what}.${id}`}
			value={label}
			aria-label={`${label}${marks[locale].colon}${subject}${marks[locale].comma}${to}`}
		>
			{label}
		</button>
	);
}
