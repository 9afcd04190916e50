import { useSessionHere } from "../../hooks/session-countdown.ts";
import type { RootData } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";

/** From this many seconds on the page warns (specification section 9). */
const WARN_SECONDS = 300;

/**
 * Warns shortly before the session ends. Hydrating pages update the text and the browser's record; on other pages an
 * island does, from the attributes.
 */
export function SessionNotice({ session, typing }: { session: NonNullable<RootData["session"]>; typing: boolean }) {
	const { t } = useTranslation();
	const { secondsLeft } = session;
	const left = useSessionHere(session);
	const minutes = Math.floor(left / 60);
	const warning = minutes === 0 ? t("session.warningSoon") : t("session.warning", { count: minutes });
	const ended = left <= 0;
	const warns = left <= WARN_SECONDS && !ended;
	return (
		<div
			data-user={JSON.stringify(session.record)}
			data-seconds-left={secondsLeft}
			data-warning-one={t("session.warning", { count: 1 })}
			data-warning-many={t("session.warning", { count: 2 }).replace("2", "{n}")}
			data-warning-soon={t("session.warningSoon")}
			data-ended={t("session.ended")}
		>
			<p className="banner wrong" data-session-warning="" aria-live="polite">
				{ended ? t("session.ended") : warns ? warning : ""}
			</p>
			{warns && (
				// Opens in another tab: the visitor may be typing here.
				<form method="post" action="/session" target={typing ? "_blank" : undefined} noValidate>
					<FormToken />
					<button type="submit" name="do.stay" value={t("session.stay")}>
						{t("session.stay")}
					</button>
				</form>
			)}
		</div>
	);
}
