/** A code for one use: eight digits in a line of their own. */
const CODE = /^\d{4} \d{4}$/gm;

/** A mail as it may be kept: its links open nothing. */
export function withoutKeys(body: string): string {
	return body.replace(/([?&](?:token|key)=)[^&\s]+/g, "$1…").replace(CODE, "…");
}

/** A mail as others may read it: words stand in place of links that open something, or did before they were cut. */
export function withoutLinks(body: string, words: string): string {
	// Word by word: one pattern for the whole link would try again from every letter of a long word.
	return body
		.replace(/\S+/g, (word) => (/[?&](?:token|key)=/.test(word.slice(1)) ? words : word))
		.replace(CODE, () => words);
}

/** Whether a link of a mail was cut: sent like this, it would lead nowhere. */
export function isCut(body: string): boolean {
	return /[?&](?:token|key)=…/.test(body);
}
