import { useEffect, useRef } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useTranslation } from "../translation.tsx";
import { useInBrowser } from "./in-browser.ts";
import { useToast } from "./toasts.tsx";

/** `signedOut`: nothing can be done before signing in again. */
type Said = (Pick<Report, "lines" | "wrong"> & { signedOut?: boolean }) | undefined;

/**
 * Says over the page what the last action did. Called once by a page, whatever is open on it.
 * @param inDialog a dialog is open that says itself what went wrong, so that it is not said twice
 */
export function useReportToast(
	report: Partial<Pick<Report, "lines" | "wrong">> | undefined,
	{ inDialog = false } = {},
): void {
	const tell = useToast();
	const told = useRef<typeof report>(undefined);
	useEffect(() => {
		if (told.current === report) return;
		told.current = report;
		if (inDialog && report?.wrong) return;
		for (const line of report?.lines ?? []) tell(line, { wrong: report?.wrong });
	}, [report, inDialog, tell]);
}

/** Says in the page what the last action did, where scripts do not run. */
export function ReportBanner({ report }: { report: Said }) {
	return useInBrowser() ? null : <ReportText report={report} />;
}

/** The same in a dialog, which covers the messages over the page: what went wrong is said inside as well. */
export function DialogReport({ report }: { report: Said }) {
	return useInBrowser() && !report?.wrong ? null : <ReportText report={report} />;
}

/** The same for what people must be able to read at leisure. */
export function ReportText({ report }: { report: Said }) {
	const { t } = useTranslation();
	if (!report) return null;
	return (
		<div role={report.wrong ? "alert" : "status"} className={report.wrong ? "banner wrong" : "banner"}>
			{report.lines.map((line) => (
				<p key={line}>{line}</p>
			))}
			{report.signedOut && (
				<p>
					<a href="/login" target="_blank" rel="noreferrer">
						{t("site.logIn")}
					</a>
				</p>
			)}
		</div>
	);
}
