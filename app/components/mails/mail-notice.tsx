import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { SentenceSpace } from "../layout/space.tsx";

/** Says that no mail is sent. @param beside a button that would send one */
export function MailNotice({ beside }: { beside?: true }) {
	const { t } = useTranslation();
	if (useRoot()?.mailLeaves !== false) return null;
	if (beside) return <p className="hint">{t("admin.mailStays")}</p>;
	return (
		<p className="banner">
			{t("admin.mailStays")}
			<SentenceSpace />
			{t("admin.mailHow", { setting: "SMTP_URL" })}
		</p>
	);
}
