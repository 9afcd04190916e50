/** After a finger has left the screen its click is still to come. */
const CLICK_WITHIN_MS = 300;

let pressed = false;
let timer = 0;
let waiting: (() => void)[] = [];

addEventListener("pointerdown", ({ button }) => {
	// A menu may swallow the end of another button's press.
	if (button !== 0) return;
	pressed = true;
	clearTimeout(timer);
});
for (const end of ["pointerup", "pointercancel"] as const)
	addEventListener(end, ({ pointerType }) => {
		timer = window.setTimeout(release, pointerType === "mouse" ? 0 : CLICK_WITHIN_MS);
	});

function release(): void {
	pressed = false;
	const all = waiting;
	waiting = [];
	for (const goOn of all) goOn();
}

/** Waits until no button is being pressed: a button that moves away during a press is not pressed. */
export function released(): Promise<void> {
	return pressed ? new Promise((done) => waiting.push(done)) : Promise.resolve();
}
