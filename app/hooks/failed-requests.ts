import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { ConsoleTranslate } from "../i18n.ts";
import { textsIn } from "../translation.tsx";
import { isSignedOut } from "./signed-out.ts";

/**
 * An action that gets no answer (no network), or comes after the end of the session, reports it like one that was
 * refused: an error page would take what was typed with it. `message` gives the sentence for what was posted; without
 * it, that the server was not reached. `more` gives what else the page's report has.
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
			// What a browser throws for a request without an answer; answers of any status are something else.
			if (thrown instanceof TypeError) return { ...refused, lines: [message?.(t, posted) ?? t("site.offline")] };
			if (!(thrown instanceof Error && (await isSignedOut()))) throw thrown;
			return { ...refused, lines: [t("errors.NOT_SIGNED_IN")], signedOut: true };
		}
	};
}
