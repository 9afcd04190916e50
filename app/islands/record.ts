/** The browser's own record (specification section 1): never a token, never needed. */

function readRecord(): Record<string, unknown> {
	const known = JSON.parse(localStorage.getItem("user") ?? "{}") as Record<string, unknown>;
	return { userToken: null, spotId: 0, propId: 0, debug: false, ...known };
}

/** Who is signed in, until when and as what. The login screen forgets it, and which entry was being edited. */
export function keepRecord(): void {
	const signedIn = document.querySelector<HTMLElement>("[data-user]")?.dataset.user;
	if (document.querySelector("[data-login]")) change({ userToken: null, spotId: 0 });
	else if (signedIn) change({ userToken: JSON.parse(signedIn) });
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
	localStorage.setItem("user", JSON.stringify({ ...record, ...values }));
}

export function mirrorTheme(): void {
	const theme = document.documentElement.dataset.theme;
	const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
	localStorage.setItem("darkMode", String(dark));
}
