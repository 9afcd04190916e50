import { Fragment } from "react";

/** A text whose email addresses break before their "@" and dots, and so not inside their words. */
export function Addresses({ text }: { text: string }) {
	if (!text.includes("@")) return text;
	return text.split(/(?=[@.]\w)/).map((piece, at) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone
		<Fragment key={at}>
			{at > 0 && <wbr />}
			{piece}
		</Fragment>
	));
}
