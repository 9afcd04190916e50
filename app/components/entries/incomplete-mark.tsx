import { useTranslation } from "../../translation.tsx";

interface Props {
	/** Labels of the missing answers, "" for none. */
	fields: string;
	/** Where there is no room to name the answers: only its tooltip does. */
	isShort?: true;
}

/** Says that an entry was let through, and which answers it lacks. */
export function IncompleteMark({ fields, isShort }: Props) {
	const { t } = useTranslation();
	if (fields === "") return null;
	const whole = t("entry.incomplete", { fields });
	return (
		<span className={isShort ? "status status-hold" : "mark-incomplete"} title={isShort && whole}>
			{isShort ? t("entry.lacking") : whole}
		</span>
	);
}
