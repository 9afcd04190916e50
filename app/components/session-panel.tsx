import { useTranslation } from "../translation.tsx";
import { FormToken } from "./form-token.tsx";

/** Below this many seconds the page warns (specification section 9). */
const WARN_SECONDS = 300;

interface Session {
	email: string;
	isVerified: boolean;
	/** What the browser keeps of it. */
	record: { permission: string };
	secondsLeft: number;
	until: string;
}

/** Who is signed in and for how long, with what they can do about it. The island keeps the warning up to date. */
export function SessionPanel({ session, mailed }: { session: Session; mailed: string | null }) {
	const { t } = useTranslation();
	const minutes = Math.floor(session.secondsLeft / 60);
	const warning = minutes === 0 ? t("session.warningSoon") : t("session.warning", { count: minutes });
	return (
		<div
			data-user={JSON.stringify(session.record)}
			data-seconds-left={session.secondsLeft}
			data-warning-one={t("session.warning", { count: 1 })}
			data-warning-many={t("session.warning", { count: 2 }).replace("2", "{n}")}
			data-warning-soon={t("session.warningSoon")}
			data-ended={t("session.ended")}
		>
			<p className="lead">{session.email || t("dashboard.anonymous")}</p>
			<p className="hint">{t("session.until", { time: session.until })}</p>
			<p className="banner wrong" data-session-warning="" role="status">
				{session.secondsLeft <= WARN_SECONDS ? warning : ""}
			</p>
			{!session.isVerified && (
				<p className="banner">
					{t("verify.pending")}{" "}
					{mailed && <strong role="status">{t(mailed === "1" ? "verify.sentAgain" : "verify.tooSoon")}</strong>}
				</p>
			)}
			<form method="post" action="/session" className="actions">
				<FormToken />
				<button type="submit" name="do.stay" value={t("session.stay")}>
					{t("session.stay")}
				</button>{" "}
				{session.record.permission === "admin" && (
					<a className="button" href="/admin/proposals">
						{t("admin.proposals")}
					</a>
				)}{" "}
				<button type="submit" name="do.everywhere" value={t("session.everywhere")}>
					{t("session.everywhere")}
				</button>{" "}
				{!session.isVerified && (
					<button type="submit" name="do.verify" value={t("verify.again")}>
						{t("verify.again")}
					</button>
				)}
			</form>
		</div>
	);
}
