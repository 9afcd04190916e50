import { useRef } from "react";

/**
 * Rises with each answer of the server, so that it can be a key: forms then show the stored values, or what came back.
 * A post without an answer (`failed-requests.ts`) leaves forms as typed.
 */
export function useAnswerCount(answer: { status: number } | undefined): number {
	const last = useRef({ answer, count: 0 });
	if (answer !== last.current.answer && answer?.status !== 0) {
		last.current = { answer, count: last.current.count + 1 };
	}
	return last.current.count;
}
