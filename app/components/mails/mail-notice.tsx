import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** Says, where mails are looked after, that none is sent. */
export function MailNotice() {
	const { t } = useTranslation();
	return useRoot()?.mailLeaves === false ? <p className="banner">{t("admin.mailStays")}</p> : null;
}
