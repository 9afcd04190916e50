/** The browser's own record (specification section 1): never a token, never needed. */

export function readRecord(): Record<string, unknown> {
	const known = JSON.parse(localStorage.getItem("user") ?? "{}") as Record<string, unknown>;
	return { userToken: null, spotId: 0, propId: 0, debug: false, ...known };
}

export function writeRecord(record: Record<string, unknown>): void {
	localStorage.setItem("user", JSON.stringify(record));
}

/** Which entry is being edited; 0 for a new one. */
export function keepSpot(form: HTMLFormElement): void {
	const spotId = Number(form.dataset.spot?.replace(/^[^-]*-/, "")) || 0;
	const record = readRecord();
	if (record.debug === true && record.spotId !== spotId) console.log("spot", record.spotId, "→", spotId);
	writeRecord({ ...record, spotId });
}

export function mirrorTheme(): void {
	const theme = document.documentElement.dataset.theme;
	const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	localStorage.setItem("darkMode", String(dark));
}
