import { useAllTexts } from "../../all-texts.ts";
import type { ownSlot } from "../../pages/own-slot.server.ts";
import { marks } from "../../programmes/marks.ts";

export type Slot = NonNullable<ReturnType<typeof ownSlot>>;

/** When and where the talk takes place. */
export function OwnSlot({ slot: { start, text, path, hasCalendar } }: { slot: Slot }) {
	const { t, locale } = useAllTexts();
	return (
		<>
			{t("schedule.yours")}
			{marks[locale].colon}
			<time dateTime={start}>{path ? <a href={path}>{text}</a> : text}</time>
			{path && hasCalendar && (
				<>
					{" "}
					·{" "}
					<a className="whole-date" href={`${path}.ics`}>
						{t("publicSchedule.ownCalendar")}
					</a>
				</>
			)}
		</>
	);
}
