import { useAllTexts } from "../all-texts.ts";
import { FormToken } from "./form-token.tsx";

interface Session {
	email: string;
	isVerified: boolean;
	isAdmin: boolean;
	until: string;
}

/** Who is signed in and for how long, with what they can do about it. */
export function SessionPanel({ session, mailed }: { session: Session; mailed: string | null }) {
	const { t } = useAllTexts();
	return (
		<div>
			<p className="lead">{session.email || t("site.anonymous")}</p>
			<p className="hint">{t("session.until", { time: session.until })}</p>
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
