import type { AppLoadContext } from "@remix-run/node";
import { NOT_SENT } from "../enumerations.ts";

/** Why a mail was not sent, in the reader's language; a mail server's answer is shown as it is. Server only. */
export function reasonOf(text: string, t: AppLoadContext["t"]): string {
	const causes = Object.keys(NOT_SENT) as (keyof typeof NOT_SENT)[];
	const cause = causes.find((one) => NOT_SENT[one] === text);
	return cause ? t(`outboxMessages.notSentFor.${cause}`) : text;
}
