import { useMatches } from "@remix-run/react";
import { fragmentShown } from "../fragments.ts";
import { useRoot } from "../root-data.ts";

/** Id of the element that this answer renders; undefined for a whole page. */
export function useFragment(): string | undefined {
	const asked = useRoot()?.fragment;
	const loaded = useMatches().map(({ data }) => data);
	return fragmentShown(asked, loaded);
}
