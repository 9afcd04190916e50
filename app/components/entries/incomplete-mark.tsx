import { useTranslation } from "../../translation.tsx";

/** Says that an entry was let through, and which answers it lacks. @param fields their labels, "" for none */
export function IncompleteMark({ fields }: { fields: string }) {
	const { t } = useTranslation();
	if (fields === "") return null;
	return <span className="mark-incomplete">{t("entry.incomplete", { fields })}</span>;
}
