import { lookOf, type Status } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";

/** What became of an entry, or that it was withdrawn. */
export function StatusMark({ status, withdrawn = false }: { status: Status; withdrawn?: boolean }) {
	const { t } = useTranslation();
	if (withdrawn) return <WithdrawnMark />;
	return <span className={`status ${lookOf(status)}`}>{t(`status.${status}`)}</span>;
}

export function WithdrawnMark() {
	const { t } = useTranslation();
	return <span className="status status-reject">{t("entry.withdrawn")}</span>;
}
