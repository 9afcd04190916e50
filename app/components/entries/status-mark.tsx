import { Fragment } from "react";
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

/** What else is to be known of an entry in a list: whether its author knows the status, and takes part. */
export function EntryMarks({ entry }: { entry: { marks: readonly string[] } }) {
	return entry.marks.map((mark) => (
		<Fragment key={mark}>
			<span className="status">{mark}</span>{" "}
		</Fragment>
	));
}
