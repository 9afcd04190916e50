/** From the upper and lower edge of the window, where the page scrolls during a drag. */
const EDGE_PX = 60;
const SCROLL_PX = 12;

/** Where something is dropped: at the end of `list`, or before another item of it. */
export interface Drop {
	list: HTMLElement;
	before: HTMLElement | undefined;
}

interface Drag {
	item: HTMLElement;
	/** The lists that the item may stand in, from top to bottom. */
	lists: readonly HTMLElement[];
	/** The other items of a list in their order. */
	itemsOf(list: HTMLElement): readonly HTMLElement[];
	dropped(drop: Drop): void;
}

/** A handle for pointers. With the keyboard buttons move the same, so screen readers skip it. */
export function handle(start: () => Drag): HTMLElement {
	const grip = document.createElement("span");
	grip.textContent = "⠿";
	grip.dataset.grip = "";
	grip.setAttribute("aria-hidden", "true");
	Object.assign(grip.style, {
		color: "var(--soft)",
		cursor: "grab",
		display: "inline-block",
		lineHeight: "24px",
		minWidth: "24px",
		textAlign: "center",
		touchAction: "none",
		userSelect: "none",
	});
	// In a label, the click that ends a drag would lead into its control.
	grip.addEventListener("click", (event) => event.preventDefault());
	grip.addEventListener("pointerdown", (event) => {
		if (event.button !== 0) return;
		event.preventDefault();
		follow(event, grip, start());
	});
	return grip;
}

/** Follows a pressed pointer with a line where the item would stand. Escape or a lost pointer change nothing. */
function follow({ pointerId, clientY }: PointerEvent, grip: HTMLElement, drag: Drag): void {
	const line = document.createElement("div");
	Object.assign(line.style, { background: "var(--accent)", height: "3px", pointerEvents: "none", position: "fixed" });
	const over = new AbortController();
	let y = clientY;
	let drop: Drop | undefined;
	const show = () => {
		drop = dropAt(y, drag);
		const mark = drop && edgeOf(drop, drag);
		if (mark) Object.assign(line.style, { left: `${mark.left}px`, top: `${mark.y - 2}px`, width: `${mark.width}px` });
	};
	const scroll = setInterval(() => {
		const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
		if (by === 0) return;
		scrollBy(0, by);
		show();
	}, 16);
	const end = () => {
		over.abort();
		clearInterval(scroll);
		line.remove();
		drag.item.style.opacity = "";
		grip.style.cursor = "grab";
	};
	const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
		grip.addEventListener(type, act, { signal: over.signal });
	grip.setPointerCapture(pointerId);
	grip.style.cursor = "grabbing";
	drag.item.style.opacity = "0.5";
	on("pointermove", (event) => {
		y = event.clientY;
		if (!line.isConnected) document.body.append(line);
		show();
	});
	on("pointerup", () => {
		end();
		if (drop && !isPlaceOf(drag, drop)) drag.dropped(drop);
	});
	on("lostpointercapture", end);
	addEventListener("keydown", ({ key }) => key === "Escape" && end(), { signal: over.signal });
}

function dropAt(y: number, { lists, itemsOf }: Drag): Drop | undefined {
	const list = lists.find((one) => one.getBoundingClientRect().bottom >= y) ?? lists.at(-1);
	if (!list) return;
	const before = itemsOf(list).find((one) => {
		const { top, height } = one.getBoundingClientRect();
		return top + height / 2 > y;
	});
	return { list, before };
}

/** The line between two items. An empty list has its line below its heading. */
function edgeOf({ list, before }: Drop, { itemsOf }: Drag): { left: number; y: number; width: number } {
	const { left, top, width } = (before ?? list).getBoundingClientRect();
	if (before) return { left, y: top, width };
	const last = itemsOf(list).at(-1) ?? list.querySelector("h2") ?? list;
	return { left, y: last.getBoundingClientRect().bottom, width };
}

/** The item stands there already. */
function isPlaceOf({ item, itemsOf }: Drag, { list, before }: Drop): boolean {
	if (!list.contains(item)) return false;
	const next = itemsOf(list).find((one) => item.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
	return next === before;
}
