/**
 * Storage in the browser, which may fail at any time: cookies off, private window, full disk. Nothing depends on it,
 * so a failure reads as empty and is not an error.
 */

/** `tab` ends with the tab; `device` stays. */
type Place = "tab" | "device";

const storage = (place: Place) => (place === "tab" ? sessionStorage : localStorage);

/** @returns the stored value, or null */
export function kept(place: Place, key: string): string | null {
	try {
		return storage(place).getItem(key);
	} catch {
		return null;
	}
}

/** Keeps a text under a key. Without a text the key is removed. */
export function keep(place: Place, key: string, text?: string): void {
	try {
		if (text === undefined) storage(place).removeItem(key);
		else storage(place).setItem(key, text);
	} catch {
		return;
	}
}
