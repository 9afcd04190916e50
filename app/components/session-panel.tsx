import { useTranslation } from "../translation.tsx";
import { FormToken } from "./form-token.tsx";

/** Below this many seconds the page warns (specification section 9). */
const WARN_SECONDS = 300;

interface Session {
	email: string;
	isAdmin: boolean;
	isVerified: boolean;
	/** Seconds since the epoch. */
	exp: number;
	secondsLeft: number;
	until: string;
}

/** Who is signed in and for how long, with what they can do about it. The island keeps the warning up to date. */
export function SessionPanel({ session, mailed }: { session: Session; mailed: boolean }) {
	const { t } = useTranslation();
	const minutes = Math.floor(session.secondsLeft / 60);
	const warning = minutes === 0 ? t("session.warningSoon") : t("session.warning", { count: minutes });
	const record = {
		email: session.email,
		exp: session.exp,
		permission: session.isAdmin ? "admin" : "user",
		isNewUser: false,
	};
	return (
		<div
			data-user={JSON.stringify(record)}
			data-exp={session.exp}
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
					{t("verify.pending")} {mailed && <strong>{t("verify.sentAgain")}</strong>}
				</p>
			)}
			<form method="post" action="/session" className="actions">
				<FormToken />
				<button type="submit" name="do.stay" value={t("session.stay")}>
					{t("session.stay")}
				</button>{" "}
				{session.isAdmin && (
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
