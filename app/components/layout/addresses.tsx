import { createElement, Fragment } from "react";

const BREAK = <wbr />;

/** A text whose email addresses break before their "@" and dots, and so not inside their words. */
export function Addresses({ text }: { text: string }) {
	if (!text.includes("@")) return text;
	const pieces = text.split(/(?=[@.]\w)/);
	return createElement(Fragment, null, ...pieces.flatMap((piece, at) => (at > 0 ? [BREAK, piece] : [piece])));
}
