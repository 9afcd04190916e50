const CHECK_MS = 60_000;
const WARN_SECONDS = 300;

/** When the session ends, on the clock of `performance.now()`. */
let endsAt = 0;

/** The server says how much time is left, because the device's clock may be wrong. */
export function sessionLasts(seconds: number): void {
	endsAt = performance.now() + seconds * 1_000;
	check();
}

let check = () => {};

/**
 * Warns before the session ends: checks every minute and when the tab becomes visible; at load the page shows it.
 * @param warned is told at each check whether the page warns
 */
export function countDown(warned: (panel: HTMLElement, warns: boolean) => void = () => undefined): void {
	const panel = document.querySelector<HTMLElement>("[data-seconds-left]");
	const line = panel?.querySelector<HTMLElement>("[data-session-warning]");
	if (!panel || !line) return;
	const { secondsLeft, ended = "", warningOne = "", warningMany = "", warningSoon = "" } = panel.dataset;
	endsAt = performance.now() + Number(secondsLeft) * 1_000;
	check = () => {
		const left = (endsAt - performance.now()) / 1_000;
		const minutes = Math.floor(left / 60);
		let text = "";
		if (left <= 0) text = ended;
		else if (left <= WARN_SECONDS) {
			text = minutes === 0 ? warningSoon : minutes === 1 ? warningOne : warningMany.replace("{n}", String(minutes));
		}
		// An unchanged line is not set again, or screen readers would repeat it.
		if (line.textContent !== text) line.textContent = text;
		warned(panel, left > 0 && text !== "");
	};
	const timer = setInterval(() => (panel.isConnected ? check() : clearInterval(timer)), CHECK_MS);
	addEventListener("visibilitychange", () => check());
}
