import { FIRST_PRESENCE, lookOf, type Presence, type Status } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";

/** The status of an entry, or its presence if that is given and not active. */
export function StatusMark({ status, presence = FIRST_PRESENCE }: { status: Status; presence?: Presence }) {
	const { t } = useTranslation();
	if (presence !== FIRST_PRESENCE) return <PresenceMark presence={presence} />;
	return <span className={`status ${lookOf(status)}`}>{t(`status.${status}`)}</span>;
}

/** Says that an entry was withdrawn or erased; nothing for one that is active. */
export function PresenceMark({ presence }: { presence: Presence }) {
	const { t } = useTranslation();
	if (presence === FIRST_PRESENCE) return null;
	return <span className="status status-reject">{t(`entry.presence.${presence}`)}</span>;
}

/** Says that the author does not know the status yet; nothing where they do. */
export function UntoldMark({ entry }: { entry: { untold: boolean } }) {
	const { t } = useTranslation();
	return entry.untold && <span className="status">{t("admin.untold")}</span>;
}
