const LENGTH_OF_DAY = "2025-09-13".length;
const LENGTH_OF_MINUTES = "2025-09-13T09:00".length;

/** Adds the visitor's local time to a time in the schedule, if it differs. */
export function sayLocalTimes(): void {
	const words = document.querySelector<HTMLElement>("[data-local]")?.dataset.local ?? "";
	// Created only if weekday names are needed, because creating a formatter is slow on phones.
	let days: Intl.DateTimeFormat | undefined;

	for (const time of document.querySelectorAll("time")) {
		const instant = new Date(time.dateTime);
		const here = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString();
		const [there, mine] = [time.dateTime, here].map((text) => text.slice(0, LENGTH_OF_MINUTES)) as [string, string];
		if (there === mine || !words) continue;
		let text = mine.slice(LENGTH_OF_DAY + 1);
		if (there.slice(0, LENGTH_OF_DAY) !== mine.slice(0, LENGTH_OF_DAY)) {
			days ??= new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short" });
			text = `${days.format(instant)} ${text}`;
		}
		const note = document.createElement("small");
		note.textContent = words.replace("#", text);
		time.after(" ", note);
	}
}
