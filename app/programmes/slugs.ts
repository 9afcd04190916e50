/** Names as they can stand in addresses. */

/** The Latin letters and digits of a text, at most 40 characters; "" if it has none. */
export function slugOf(text: string): string {
	const words =
		text
			.normalize("NFKD")
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	return words.join("-").slice(0, 40).replace(/-$/, "");
}

/** The name itself, or numbered where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
	if (!taken.has(name)) return name;
	for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
