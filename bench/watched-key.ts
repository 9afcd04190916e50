/** Both measured in the page, milliseconds: until the new picture, and the longest event of the key (Event Timing). */
export interface Answer {
	picture: number;
	event: number;
}

/** Runs in the page: `window.answer` is that of the next key. @param done an expression, true once its result shows */
export function watch(done: string): void {
	const isDone = new Function(`return ${done}`);
	const events: number[] = [];
	const observer = new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) events.push(entry.duration);
	});
	observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
	const pressed = new Promise<number>((resolve) =>
		addEventListener("keydown", ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
	);
	const answer = (async (): Promise<Answer> => {
		const since = await pressed;
		// Looked for as soon as the document changes, and every 2 ms for values, which change no document. Not at every
		// frame: asking for frames would take the page time that it has otherwise.
		await new Promise<void>((resolve, reject) => {
			// A method, because functions in variables get a helper from the compiler that the page does not have.
			const watcher = {
				look() {
					if (isDone()) resolve();
					else if (performance.now() - since > 10_000) reject(new Error(`no answer: ${done}`));
					else return;
					clearInterval(timer);
					mutations.disconnect();
				},
			};
			const timer = setInterval(watcher.look, 2);
			const mutations = new MutationObserver(watcher.look);
			mutations.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
		});
		await new Promise(requestAnimationFrame);
		// This frame shows it. It has been handed over when the next task runs: a message, which no timer of the page precedes.
		await new Promise((resolve) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = resolve;
			port2.postMessage(0);
		});
		const picture = performance.now() - since;
		await new Promise((resolve) => setTimeout(resolve, 300));
		observer.disconnect();
		return { picture, event: Math.max(0, ...events) };
	})();
	Object.assign(window, { answer });
}
