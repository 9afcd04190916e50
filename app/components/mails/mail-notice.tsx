import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** Warns on the pages about mails that none is sent. @param beside a button that would send one */
export function MailNotice({ beside }: { beside?: true }) {
	const { t } = useTranslation();
	if (useRoot()?.mailLeaves !== false) return null;
	return <p className={beside ? "hint" : "banner"}>{t("admin.mailStays")}</p>;
}
