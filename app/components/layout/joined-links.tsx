import { Fragment } from "react";

/** Links in a sentence, with a mark between two of them. */
export function JoinedLinks({
	links,
	by,
}: {
	links: readonly { href: string | undefined; text: string }[];
	by: string;
}) {
	return links.map(({ href, text }, index) => (
		<Fragment key={text}>
			{index > 0 && by}
			<a href={href}>{text}</a>
		</Fragment>
	));
}
