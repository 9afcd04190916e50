import { isWebAddress } from "../../programmes/problems.ts";

/** Up to a space, a quotation mark or a Chinese mark; the marks before it may end a sentence. */
const ADDRESS =
	/(https?:\/\/[^\s<>"“”‘’（）【】《》「」，。；：！？、]*[^\s<>"“”‘’（）【】《》「」，。；：！？、.,;:!?)\]'])/i;

/** A text that someone wrote, with its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
	// Every second piece is an address.
	return text.split(ADDRESS).map((piece, at) => {
		if (at % 2 === 0 || !isWebAddress(piece)) return piece;
		return (
			// biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never change places
			<a key={at} href={piece} rel="noreferrer nofollow">
				{piece}
			</a>
		);
	});
}
