import { useNavigation } from "@remix-run/react";
import { useRef } from "react";

/**
 * The server's answer to a post once the page's data have been loaded again, and the number of answers so far, for use
 * as a React key: forms then show the stored values, or those sent back. An answer shown earlier would invite typing
 * into forms that are about to be made anew. A post without an answer (`failed-requests.ts`) is shown but not counted:
 * forms stay as typed.
 */
export function useLoadedAnswer<Answer extends { status: number } | undefined>(
	answer: Answer,
): { answer: Answer; count: number } {
	const loaded = useRef({ answer, count: 0 });
	const isLoaded = useNavigation().state === "idle";
	if (isLoaded && answer !== loaded.current.answer) {
		const isCounted = answer?.status !== 0;
		loaded.current = { answer, count: loaded.current.count + (isCounted ? 1 : 0) };
	}
	return loaded.current;
}
