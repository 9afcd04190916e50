import { useAllTexts } from "../../all-texts.ts";
import type { ownSlot } from "../../pages/own-slot.server.ts";
import { marks } from "../../programmes/marks.ts";

/** When and where the talk takes place, for its author. */
export function OwnSlot({ slot }: { slot: ReturnType<typeof ownSlot> }) {
	const { t, locale } = useAllTexts();
	if (!slot) return null;
	const { start, text, path } = slot;
	return (
		<p>
			{t("schedule.yours")}
			{marks[locale].colon}
			<time dateTime={start}>{path ? <a href={path}>{text}</a> : text}</time>
			{path && (
				<>
					{" "}
					· <a href={`${path}.ics`}>{t("publicSchedule.ownCalendar")}</a>
				</>
			)}
		</p>
	);
}
