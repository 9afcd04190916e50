/** What an address may have (RFC 5321 section 4.5.3), and what its column holds: UTF-16 units, as `length` counts. */
export const LONGEST_ADDRESS = 254;

/**
 * The specification's simple pattern (text, @, text with a dot), without characters that mail headers read as another
 * address, and without invisible ones. Only the first possible dot is tried, so the time is linear.
 */
const EMAIL = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}][^\s@<>,;".\p{C}]*\.[^\s@<>,;"\p{C}]+$/u;

/** Whether a text can be an email address. Length is checked first, so that very long input costs nothing. */
export function isEmail(text: string): boolean {
	return text.length <= LONGEST_ADDRESS && EMAIL.test(text);
}
