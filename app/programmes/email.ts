/** What an address may have (RFC 5321 section 4.5.3), and what its column holds: UTF-16 units, as `length` counts. */
export const LONGEST_ADDRESS = 254;

/**
 * Something, an at sign, something with a dot: the simple pattern of the specification. Besides it nothing that a mail
 * header reads as another address, and nothing that cannot be seen. The first dot that may end a part is the only one
 * that is tried, so the time grows with the length alone.
 */
const EMAIL = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}][^\s@<>,;".\p{C}]*\.[^\s@<>,;"\p{C}]+$/u;

/** Whether a text can be an email address. Length is checked first, so that very long input costs nothing. */
export function isEmail(text: string): boolean {
	return text.length <= LONGEST_ADDRESS && EMAIL.test(text);
}
