import { useEffect } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useRoot } from "../root.tsx";
import { useTranslation } from "../translation.tsx";
import { useInBrowser } from "./in-browser.ts";
import { useToast } from "./toasts.tsx";

/** `signedOut`: nothing can be done before signing in again. */
type Said = (Pick<Report, "lines" | "wrong"> & { signedOut?: boolean }) | undefined;

/** Lines that were told over the page: what led here is told once, whatever is opened afterwards. */
const told = new WeakSet<readonly string[]>();

/**
 * Says over the page what the last action did. Called once by a page, whatever is open on it.
 * @param inDialog a dialog is open that says itself what went wrong, so that it is not said twice
 */
export function useReportToast(
	report: Partial<Pick<Report, "lines" | "wrong">> | undefined,
	{ inDialog = false } = {},
): void {
	const tell = useToast();
	const said = useRoot()?.said;
	const lines = report ? report.lines : said;
	const wrong = report?.wrong;
	useEffect(() => {
		if (!lines || told.has(lines)) return;
		told.add(lines);
		if (inDialog && wrong) return;
		for (const line of lines) tell(line, { wrong });
	}, [lines, wrong, inDialog, tell]);
}

/** Says in the page what the last action did, here or on the way here, where scripts do not run. */
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
	const said = useRoot()?.said;
	const shown = report ?? (said && { lines: said, wrong: false });
	if (!shown || shown.lines.length === 0) return null;
	return (
		<div role={shown.wrong ? "alert" : "status"} className={shown.wrong ? "banner wrong" : "banner"}>
			{shown.lines.map((line) => (
				<p key={line}>{line}</p>
			))}
			{report?.signedOut && (
				<p>
					<a href="/login" target="_blank" rel="noreferrer">
						{t("site.logIn")}
					</a>
				</p>
			)}
		</div>
	);
}
