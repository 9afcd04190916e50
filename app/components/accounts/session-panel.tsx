import { useAllTexts } from "../../all-texts.ts";
import { useRoot } from "../../root-data.ts";
import { FormToken } from "../forms/form-token.tsx";
import { LinkedWord } from "../layout/linked-word.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { ConfirmAddress } from "./confirm-address.tsx";

interface Session {
	email: string;
	isVerified: boolean;
	opensConsole: boolean;
	until: string;
}

/** Whose dashboard this is, with what there is to do before anything else. */
export function AccountPanel({ session, mailed }: { session: Session; mailed: string | null }) {
	const { t } = useAllTexts();
	const { mailLeaves, brand } = useRoot() ?? {};
	const support = brand?.support ?? "";
	const asked =
		mailed === "1"
			? t(mailLeaves ? "verify.sentAgain" : "verify.sentAgainSaved")
			: t(mailLeaves ? "verify.tooSoon" : "verify.tooSoonSaved");
	return (
		<>
			<p className="lead">{session.email || t("site.anonymous")}</p>
			<p>
				<a href="/account">{t("account.link")}</a>
			</p>
			{!session.isVerified && (
				<ConfirmAddress>
					{mailLeaves ? (
						t("verify.pending")
					) : (
						<LinkedWord text={t("verify.pendingSaved", { support })} word={support} to={`mailto:${support}`} />
					)}
					<SentenceSpace />
					{mailed && <strong role="status">{asked}</strong>}
				</ConfirmAddress>
			)}
			{session.opensConsole && (
				<p>
					<a className="button" href="/admin/proposals">
						{t("admin.proposals")}
					</a>
				</p>
			)}
		</>
	);
}

/** When the session ends, and the buttons to extend or end it. */
export function SessionPanel({ session }: { session: Session }) {
	const { t } = useAllTexts();
	return (
		<>
			<h2>{t("session.title")}</h2>
			<p className="hint">{t("session.until", { time: session.until })}</p>
			<div className="actions">
				<form method="post" action="/logout" noValidate>
					<FormToken />
					<button type="submit">{t("site.logOut")}</button>
				</form>
				<form method="post" action="/session" noValidate>
					<FormToken />
					<button type="submit" name="do.everywhere" value={t("session.everywhere")}>
						{t("session.everywhere")}
					</button>
					<Space />
					<button type="submit" name="do.stay" value={t("session.stay")}>
						{t("session.stay")}
					</button>
				</form>
			</div>
		</>
	);
}
