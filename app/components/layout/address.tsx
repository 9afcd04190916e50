import { Fragment } from "react";

/**
 * A text, which breaks after "@" or "." if it is an email address and lacks room, before it breaks between any letters.
 * What is copied is the text as it is.
 */
export function Address({ text }: { text: string }) {
	if (!/^[^\s@]+@[^\s@]+$/.test(text)) return text;
	const pieces = text.match(/[^@.]*[@.]+|[^@.]+/g) ?? [];
	return pieces.map((piece, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and may repeat
		<Fragment key={index}>
			{index > 0 && <wbr />}
			{piece}
		</Fragment>
	));
}
