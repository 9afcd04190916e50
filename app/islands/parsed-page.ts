const END = "</style>";

/**
 * A page read from the text of an answer. Its style is left out: a browser holds it against the policy of the page that
 * reads it, which allows only its own, and reports a violation.
 */
export function parsedPage(html: string): Document {
	const start = html.indexOf("<style");
	const end = html.indexOf(END, start);
	const plain = start < 0 || end < 0 ? html : html.slice(0, start) + html.slice(end + END.length);
	return new DOMParser().parseFromString(plain, "text/html");
}
