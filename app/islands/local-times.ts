const LENGTH_OF_DAY = "2025-09-13".length;
const LENGTH_OF_MINUTES = "2025-09-13T09:00".length;

/** Says beside a time of the schedule what it is where the visitor is. Where the clocks agree it says nothing. */
export function sayLocalTimes(): void {
	const words = document.querySelector<HTMLElement>("[data-local]")?.dataset.local ?? "";
	// Making one takes a phone as long as hundreds of times, so only who needs the names of days waits for it.
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
