import Builder from "fast-xml-builder";

/** Characters that XML 1.0 does not allow even escaped: controls, lone surrogates, noncharacters. */
const NO_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** A text without the characters that neither XML nor a calendar may carry. */
export function withoutControls(text: string): string {
	return text.replace(NO_CHARACTERS, "");
}

const clean = (_name: string, value: unknown) => (typeof value === "string" ? withoutControls(value) : value);

const builder = new Builder({
	ignoreAttributes: false,
	attributeNamePrefix: "@",
	suppressBooleanAttributes: false,
	tagValueProcessor: clean,
	attributeValueProcessor: clean,
});

/**
 * An XML document. @param root one element by its name; in it `@name` is an attribute, `#text` the text beside
 * attributes, and a list an element for each of its values
 */
export function writeXml(root: Readonly<Record<string, object>>): string {
	return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}\n`;
}
