import { type Live, liveAt } from "../schedule/live.ts";

const MINUTE_MS = 60_000;

/** The mark beside the time of a talk or event. */
interface Item {
	element: HTMLElement;
	start: string;
	minutes: number;
}

/** Keeps "Now" and "Next" true while the page is open: the server has marked what was on when it was sent. */
export function keepLive(): void {
	const words = document.querySelector<HTMLElement>("[data-now]")?.dataset;
	if (!words) return;
	const items = [...document.querySelectorAll<HTMLElement>("[data-minutes]")].map((element) => ({
		element,
		start: element.closest(".start-time")?.querySelector("time")?.dateTime ?? "",
		minutes: Number(element.dataset.minutes),
	}));
	const refresh = () => {
		const lives = liveAt(items, Date.now());
		for (const [index, item] of items.entries()) mark(item, lives[index], words);
		moveAnchor(items, lives);
		// At the turn of the minute, when talks begin and end.
		setTimeout(refresh, MINUTE_MS - (Date.now() % MINUTE_MS));
	};
	refresh();
}

function mark({ element }: Item, live: Live, words: DOMStringMap): void {
	if (element.dataset.live === live) return;
	element.querySelector(".live-mark")?.remove();
	delete element.dataset.live;
	if (!live) return;
	element.dataset.live = live;
	const note = document.createElement("b");
	note.className = "live-mark";
	note.textContent = words[live] ?? "";
	element.querySelector(".hint")?.append(" ", note);
}

/** "Jump to now" leads to what is on, else to what comes next. */
function moveAnchor(items: readonly Item[], lives: readonly Live[]): void {
	const first = items.find((_, index) => lives[index] === "now") ?? items.find((_, index) => lives[index] === "next");
	const row = first?.element.closest(".start-time");
	const old = document.querySelector("#now");
	if (old === row) return;
	old?.removeAttribute("id");
	if (row) row.id = "now";
}
