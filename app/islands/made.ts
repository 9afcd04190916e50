/** An element with a text or content, and attributes. */
export function made<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Record<string, string>,
	...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
	const element = document.createElement(tag);
	for (const name in attributes) element.setAttribute(name, attributes[name] ?? "");
	element.append(...content);
	return element;
}
