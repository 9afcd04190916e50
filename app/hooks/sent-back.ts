import { useRef } from "react";

/**
 * What was last sent back of one of several forms, until what is stored of it changes: the answer to another form says
 * nothing of it. @param was what is stored
 */
export function useSentBack<Typed>(was: string, typed: Typed | undefined): Typed | undefined {
	const kept = useRef<{ was: string; typed: Typed }>(undefined);
	if (typed) kept.current = { was, typed };
	return kept.current?.was === was ? kept.current.typed : undefined;
}
