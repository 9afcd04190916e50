/** Where one of several is moved to: a place up (-1) or down (1), or before another one; before "" is the end. */
export type Move = -1 | 1 | { before: string };

/** The names in their new order; undefined where there is no such name or place. */
export function reordered(names: readonly string[], name: string, to: Move): string[] | undefined {
	const others = names.filter((one) => one !== name);
	if (others.length === names.length) return;
	const at = typeof to === "number" ? names.indexOf(name) + to : to.before ? others.indexOf(to.before) : others.length;
	return at < 0 || at > others.length ? undefined : [...others.slice(0, at), name, ...others.slice(at)];
}
