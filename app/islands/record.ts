/** The browser's own record (specification section 1): never a token, never needed. */

import { keep, kept } from "./browser-storage.ts";

/** Characters; ours has a few hundred. */
const MOST = 10_000;

/** The valid parts of the record: other programs, older versions and people may have changed it. */
function readRecord(): Record<string, unknown> {
	const { userToken, spotId, propId, debug } = parsed(kept("device", "user"));
	const number = (value: unknown) => (Number.isSafeInteger(value) && Number(value) > 0 ? value : 0);
	return {
		userToken: isRecord(userToken) && typeof userToken.email === "string" ? userToken : null,
		spotId: number(spotId),
		propId: number(propId),
		debug: debug === true,
	};
}

function parsed(text: string | null): Record<string, unknown> {
	try {
		const value: unknown = text !== null && text.length <= MOST ? JSON.parse(text) : undefined;
		return isRecord(value) ? value : {};
	} catch {
		return {};
	}
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Records who is logged in, until when and with which permission. The login screen clears that and the entry being
 * edited.
 */
export function keepRecord(): void {
	const signedIn = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
	if (document.querySelector("[data-login]")) change({ userToken: null, spotId: 0 });
	else if (signedIn) change({ userToken: JSON.parse(signedIn) });
	// Repairs a damaged record even if there is nothing else to write.
	else if (kept("device", "user") !== null) change({});
}

/** Which entry is being edited; 0 for a new one. */
export function keepSpot(form: HTMLFormElement): void {
	change({ spotId: Number(form.dataset.spot?.replace(/^[^-]*-/, "")) || 0 });
}

function change(values: Record<string, unknown>): void {
	const record = readRecord();
	for (const [name, value] of Object.entries(values)) {
		if (record.debug !== true || JSON.stringify(record[name]) === JSON.stringify(value)) continue;
		console.log(name, record[name], "→", value);
	}
	keep("device", "user", JSON.stringify({ ...record, ...values }));
}

export function mirrorTheme(): void {
	const theme = document.documentElement.dataset.theme;
	const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	keep("device", "darkMode", String(dark));
}
