/**
 * A page read from the text of an answer. Its style is left out: a browser holds it against the policy of the page that
 * reads it, which allows only its own, and reports a violation.
 */
export function parsedPage(html: string): Document {
	return new DOMParser().parseFromString(html.replace(/<style\b.*?<\/style>/gs, ""), "text/html");
}
