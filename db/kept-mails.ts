/** A one-time code: eight digits on their own line. */
const CODE = /^\d{4} \d{4}$/gm;

/** Removes the secrets of all links in a mail. */
export function withoutKeys(body: string): string {
	return body.replace(/([?&](?:token|key|late)=)[^&\s]+/g, "$1…").replace(CODE, "…");
}

/** Replaces links with secrets (or removed secrets) by placeholders, for other readers. */
export function withoutLinks(body: string, words: string): string {
	// Word by word: one pattern over the whole text would be quadratic.
	return body
		.replace(/\S+/g, (word) => (/[?&](?:token|key|late)=/.test(word.slice(1)) ? words : word))
		.replace(CODE, () => words);
}

/** Whether a link lacks its secret: the mail must not be sent like this. */
export function isCut(body: string): boolean {
	return /[?&](?:token|key|late)=…/.test(body);
}
