import { useEffect } from "react";
import type { Report } from "../pages/proposal-actions.server.ts";
import { useInBrowser } from "./in-browser.ts";
import { useToast } from "./toasts.tsx";

/** What the last action did: in the page without scripts, over it with them. */
export function ReportBanner({ report }: { report: Pick<Report, "lines" | "wrong"> | undefined }) {
	const inBrowser = useInBrowser();
	const tell = useToast();
	useEffect(() => {
		for (const line of report?.lines ?? []) tell(line, { wrong: report?.wrong });
	}, [report, tell]);
	if (!report || inBrowser) return null;
	return (
		<div role={report.wrong ? "alert" : "status"} className={report.wrong ? "banner wrong" : "banner"}>
			{report.lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</div>
	);
}
