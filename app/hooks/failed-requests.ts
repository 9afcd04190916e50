import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ConsoleTranslate } from "../i18n.ts";
import { textsIn } from "../translation.tsx";
import { lossOf } from "./kept-page.ts";
import { isSignedOut } from "./signed-out.ts";

/**
 * Keeps the page and reports the failure if a form gets no answer from the portal (no network, a proxy's error page), if
 * the server is busy, or if the session has ended. An error page would discard the form. `message` returns what
 * is said of the post; by default, the reason. Its `reason` is undefined if nobody answered. `more` returns further parts of
 * the page's report.
 */
export function reportUnanswered<More extends object>(
	message?: (t: ConsoleTranslate, posted: FormData, reason: string | undefined) => string | string[],
	more?: (posted: FormData) => More,
) {
	return async ({ request, serverAction }: ClientActionFunctionArgs) => {
		const copy = request.clone();
		try {
			return await serverAction();
		} catch (thrown) {
			const { t } = textsIn(undefined);
			const loss = await lossOf(thrown);
			const signedOut = !loss && thrown instanceof Error && (await isSignedOut());
			if (!loss && !signedOut) throw thrown;
			const posted = await copy.formData();
			const reason = signedOut ? t("errors.NOT_SIGNED_IN") : loss?.message;
			const lines = [message?.(t, posted, reason) ?? reason ?? t("site.offline")].flat();
			const answered = loss?.answered && { answered: true as const };
			return { status: 0, wrong: true, ...more?.(posted), lines, ...answered, ...(signedOut && { signedOut }) };
		}
	};
}
