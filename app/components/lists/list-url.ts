/** The address of a list's state, without default values. */
export function listPath(base: string, state: Readonly<Record<string, string | number>>): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(state)) {
		if (value !== "" && value !== 1 && !(name === "sort" && value === "-id")) parameters.set(name, String(value));
	}
	const search = parameters.toString();
	return search ? `${base}?${search}` : base;
}

/** A list's address with more in it, such as the dialog that is open over it. */
export function withParameters(path: string, more: Readonly<Record<string, string | number>>): string {
	const [pathname, search] = path.split("?");
	const parameters = new URLSearchParams(search);
	for (const [name, value] of Object.entries(more)) parameters.set(name, String(value));
	return `${pathname}?${parameters}`;
}

/** A list's address with less in it. */
export function withoutParameters(path: string, names: readonly string[]): string {
	const [pathname = "", search] = path.split("?");
	const parameters = new URLSearchParams(search);
	for (const name of names) parameters.delete(name);
	return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}
