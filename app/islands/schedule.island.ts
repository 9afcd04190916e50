/** Says beside a time of the schedule what it is where the visitor is. Where the clocks agree it says nothing. */
const LENGTH_OF_MINUTES = "2025-09-13T09:00".length;

const words = document.querySelector<HTMLElement>("[data-local]")?.dataset.local ?? "";
const hours = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
// Making one takes a phone as long as hundreds of times.
const clock = new Intl.DateTimeFormat(document.documentElement.lang, hours);
const clockOfDay = new Intl.DateTimeFormat(document.documentElement.lang, { ...hours, weekday: "short" });

for (const time of document.querySelectorAll("time")) {
	const instant = new Date(time.dateTime);
	const here = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString();
	const [there, mine] = [time.dateTime, here].map((text) => text.slice(0, LENGTH_OF_MINUTES));
	if (there === mine || !words) continue;
	const isOtherDay = there?.slice(0, 10) !== mine?.slice(0, 10);
	const note = document.createElement("small");
	note.textContent = words.replace("#", (isOtherDay ? clockOfDay : clock).format(instant));
	time.after(" ", note);
}
