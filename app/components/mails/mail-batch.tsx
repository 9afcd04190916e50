import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import type { shownBatch } from "../../pages/mail-batch.server.ts";
import { useRoot } from "../../root-data.ts";
import { FormToken } from "../forms/form-token.tsx";
import { ReportText } from "../layout/action-report.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { BatchMails } from "./batch-mails.tsx";
import { MailNotice } from "./mail-notice.tsx";

interface Props {
	heading: string;
	/** What the page it was made on is called. */
	backTo: string;
	page: ReturnType<typeof shownBatch> & {
		/** Its address, which takes its form, and that of the page it was made on. */
		path: string;
		back: string;
		/** What it is about, and when it was written and by whom. */
		summary: string;
		written: string;
		/** Its decisions by their status. */
		decided?: string;
		/** Who is told without a mail. */
		unmailed?: string;
	};
	report: Parameters<typeof ReportText>[0]["report"];
	children?: ReactNode;
}

/** How far mails are that were written together. They go on by themselves; they can be cancelled, and put back. */
export function MailBatch({ heading, backTo, page, report, children }: Props) {
	const { t } = useAllTexts();
	const said = useRoot()?.said;
	return (
		<>
			<p>
				<a href={page.back}>← {backTo}</a>
			</p>
			<h1>{heading}</h1>
			<p className="lead">{page.summary}</p>
			<p className="hint">{page.written}</p>
			<ReportText report={report} />
			{page.total > 0 && (
				<>
					{page.showsSent && (
						<p>
							<label>
								<span data-sent>{t("decisions.sent", { sent: page.left, total: page.total })}</span>{" "}
								<progress max={page.total} value={page.left} />
							</label>
						</p>
					)}
					<p className="status-counts" data-part="states">
						{page.states.map(({ id, label, count }) => (
							<span key={id} className="status">
								{label} <b>{count}</b>{" "}
							</span>
						))}
					</p>
				</>
			)}
			{page.unmailed && <p>{page.unmailed}</p>}
			<div data-part="going">
				{page.isGoing && (
					<p>
						{t("decisions.going")}
						<SentenceSpace />
						<a href={page.path}>{t("decisions.look")}</a>
					</p>
				)}
			</div>
			{/* What was just said of the mails says so, too. */}
			{!report && !said && <MailNotice />}
			<form method="post" action={page.path} noValidate>
				<FormToken />
				<p className="actions" data-part="actions">
					{page.stop && (
						<button type="submit" name="do.stop" value={page.stop}>
							{page.stop}
						</button>
					)}{" "}
					{page.mayContinue && (
						<button type="submit" name="do.continue" value={t("decisions.putBack")}>
							{t("decisions.putBack")}
						</button>
					)}{" "}
					<a href="/admin/mail">{t("admin.mail")}</a>
				</p>
			</form>
			{page.total > 0 && <BatchMails page={page} counted={page.decided} />}
			{children}
		</>
	);
}
