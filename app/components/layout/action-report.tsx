import type { ReactNode } from "react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { Said } from "../../hooks/report-toast.ts";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** Says what the last action did, here or on the way here. Scripts show it over the page for a while (`messages.ts`). */
export function ReportBanner({ report, topic, children }: { report: Said; topic?: string; children?: ReactNode }) {
	return useInBrowser() ? null : (
		<ReportText report={report} topic={topic} isMessage>
			{children}
		</ReportText>
	);
}

/** The same for what people must be able to read at leisure. `children`: what can be done about it. */
export function ReportText(props: {
	report: Said;
	/** A message of a redirect replaces the one before with the same topic. */
	topic?: string | undefined;
	isMessage?: true;
	children?: ReactNode;
}) {
	const { report, topic, isMessage, children } = props;
	const { t } = useTranslation();
	const said = useRoot()?.said;
	const shown = report ?? (said && { lines: said, wrong: false });
	if (!shown || shown.lines.length === 0) return null;
	return (
		<div
			role={shown.wrong ? "alert" : "status"}
			className={shown.wrong ? "banner wrong" : "banner"}
			data-message={isMessage}
			data-topic={report ? report.topic : topic}
		>
			{shown.lines.map((line) => (
				<p key={line}>{line}</p>
			))}
			{children}
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
