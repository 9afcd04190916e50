import { useSyncExternalStore } from "react";

/** From 1,200 px, as in `styles/reading.css`. */
const ROOM = "(min-width: 75em)";

function subscribe(changed: () => void): () => void {
	const room = matchMedia(ROOM);
	room.addEventListener("change", changed);
	return () => room.removeEventListener("change", changed);
}

/** Whether the window is wide enough to show an entry beside its list. True on the server, which does not know the width. */
export function useRoomBeside(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => matchMedia(ROOM).matches,
		() => true,
	);
}
