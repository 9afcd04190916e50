import { Link } from "@remix-run/react";
import { Space } from "../layout/space.tsx";

interface Props {
	/** Addresses of the rows before those shown, and of the newest where others are shown. */
	older: string | undefined;
	newest: string | undefined;
	words: { older: string; newest: string };
}

/** Links to the rest of a list that begins with its newest rows. */
export function OlderLinks({ older, newest, words }: Props) {
	if (!older && !newest) return null;
	return (
		<p className="page-links">
			{older && <Link to={older}>{words.older}</Link>}
			<Space />
			{newest && <Link to={newest}>{words.newest}</Link>}
		</p>
	);
}
