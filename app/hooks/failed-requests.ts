import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ConsoleTranslate } from "../i18n.ts";
import { textsIn } from "../translation.tsx";
import { isSignedOut } from "./signed-out.ts";

/**
 * Reports an action that gets no answer (no network), or comes after the session ended, like a refused one: an error
 * page would discard what was typed. `message` returns the sentence for the post; by default, that the server was not
 * reached. `more` returns further parts of the page's report.
 */
export function reportUnanswered<More extends object>(
	message?: (t: ConsoleTranslate, posted: FormData) => string,
	more?: (posted: FormData) => More,
) {
	return async ({ request, serverAction }: ClientActionFunctionArgs) => {
		const copy = request.clone();
		try {
			return await serverAction();
		} catch (thrown) {
			const { t } = textsIn(undefined);
			const posted = await copy.formData();
			const refused = { status: 0, wrong: true, ...more?.(posted) };
			// The browser's error for a request without an answer; an answer of any status does not count.
			if (thrown instanceof TypeError) return { ...refused, lines: [message?.(t, posted) ?? t("site.offline")] };
			if (!(thrown instanceof Error && (await isSignedOut()))) throw thrown;
			return { ...refused, lines: [t("errors.NOT_SIGNED_IN")], signedOut: true };
		}
	};
}
