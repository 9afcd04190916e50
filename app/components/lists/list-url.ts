import { PAGE_SIZE } from "../../enumerations.ts";

/** Defaults of a list's state; everything else is empty by default. */
const USUAL: Readonly<Record<string, string | number>> = { sort: "-id", page: 1, rows: PAGE_SIZE };

export const PUBLIC_LISTS = { talk: "/proposals", aigc: "/nominations-aigc" } as const;

/** The address of a list's state, without default values. */
export function listPath(base: string, state: Readonly<Record<string, string | number>>): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(state)) {
		if (value !== "" && value !== USUAL[name]) parameters.set(name, String(value));
	}
	const search = parameters.toString();
	return search ? `${base}?${search}` : base;
}

/** A list's address with further parameters, such as an open dialog. */
export function withParameters(path: string, more: Readonly<Record<string, string | number>>): string {
	const [pathname, search] = path.split("?");
	const parameters = new URLSearchParams(search);
	for (const [name, value] of Object.entries(more)) parameters.set(name, String(value));
	return `${pathname}?${parameters}`;
}

/**
 * The addresses of the rest of a list that begins with its newest rows: `before` is the number of a row.
 * @param shown.before of the rows that are shown; 0: the newest are
 * @param shown.older before which there are more
 * @param part of the page that has the list: its fragment
 */
export function olderPaths(
	path: string,
	part: string,
	{ before, older }: { before: number; older?: number | undefined },
) {
	return {
		older: older === undefined ? undefined : `${withParameters(path, { before: older })}#${part}`,
		newest: before > 0 ? `${path}#${part}` : undefined,
	};
}

/** A list's address without some parameters. */
export function withoutParameters(path: string, names: readonly string[]): string {
	const [pathname = "", search] = path.split("?");
	const parameters = new URLSearchParams(search);
	for (const name of names) parameters.delete(name);
	return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}
