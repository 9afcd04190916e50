import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** Warns on the pages about mails that none is sent. */
export function MailNotice() {
	const { t } = useTranslation();
	return useRoot()?.mailLeaves === false ? <p className="banner">{t("admin.mailStays")}</p> : null;
}
