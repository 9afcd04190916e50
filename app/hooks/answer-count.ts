import { useNavigation } from "@remix-run/react";
import { useRef } from "react";

/**
 * Counts the server's answers, for use as a React key: forms then show the stored values, or those sent back. A post
 * without an answer (`failed-requests.ts`) leaves forms as typed. An answer counts once the page's data have been
 * loaded again: forms made earlier would show what was stored before, and keep showing it.
 */
export function useAnswerCount(answer: { status: number } | undefined): number {
	const last = useRef({ answer, count: 0 });
	const isLoaded = useNavigation().state === "idle";
	if (isLoaded && answer !== last.current.answer && answer?.status !== 0) {
		last.current = { answer, count: last.current.count + 1 };
	}
	return last.current.count;
}
