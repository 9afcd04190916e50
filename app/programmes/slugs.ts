/** Names as they can stand in addresses, and as keys of what is stored by them. */

/** Whether every object has a property of this name, such as `constructor`: looked up by it, an object seems to have it. */
export const isInherited = (name: string): boolean => name in {};

/** The Latin letters and digits of a text, at most 40 characters; "" if it has none. */
export function slugOf(text: string): string {
	const words =
		text
			.normalize("NFKD")
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	return words.join("-").slice(0, 40).replace(/-$/, "");
}

/** The name itself, or numbered where it is taken or cannot be one. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
	if (!taken.has(name) && !isInherited(name)) return name;
	for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
