/**
 * Updates the page of a release while its emails are sent: fetches the page again and copies the changed parts. A part with
 * the focus stays as it is. If a fetch fails, the link that reloads the page is still there.
 */
import { parsedPage } from "./parsed-page.ts";

const EVERY_MS = 3_000;
/** Each time this share more is sent, and at the end, it is said aloud. */
const SAID_EACH = 0.25;

const isGoing = () => document.querySelector("[data-part=going] a") !== null;

export function followProgress(): void {
	const line = document.querySelector<HTMLElement>("[data-sent]");
	const bar = document.querySelector("progress");
	// It stays where other parts of the page are replaced.
	if (!line || !bar || line.dataset.followed) return;
	line.dataset.followed = "true";
	const share = () => bar.value / bar.max;
	let said = share();

	async function refresh(): Promise<void> {
		if (document.hidden || !line?.isConnected || !bar) return;
		const answer = await fetch(location.href);
		if (!answer.ok || answer.redirected) throw new Error("not the page that was expected");
		const page = parsedPage(await answer.text());
		const newBar = page.querySelector("progress");
		if (!newBar || !line.isConnected) throw new Error("not the page that was expected");
		bar.max = newBar.max;
		bar.value = newBar.value;
		for (const part of document.querySelectorAll<HTMLElement>("[data-part]")) {
			const other = page.querySelector(`[data-part=${part.dataset.part}]`);
			if (other && other.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
				part.replaceChildren(...other.childNodes);
		}
		const isSaid = !isGoing() || share() - said >= SAID_EACH;
		if (isSaid) said = share();
		line.setAttribute("aria-live", isSaid ? "polite" : "off");
		line.textContent = page.querySelector("[data-sent]")?.textContent ?? "";
	}

	function later(): void {
		if (!isGoing() || !line?.isConnected) return;
		setTimeout(
			() =>
				void refresh()
					.catch(() => undefined)
					.finally(later),
			EVERY_MS,
		);
	}

	later();
}
