import { type Filling, submitForm } from "./form.ts";
import type { TestPortal } from "./portal.ts";

type Agent = Awaited<ReturnType<TestPortal["admin"]>>;

export const BROADCASTS = "/admin/mail/broadcasts";
export const WRITE = { selector: "form:has([name=subjectEn])", button: "do.keep" };
export const SEND = { selector: "form:has([name=seen])", button: "do.send" };
export const TEST = { selector: "form:has([name=seen])", button: "do.test" };

/** A text in both languages that names who gets it. */
export const TEXT: Filling = {
	subjectEn: "News of {{event}}",
	bodyEn: "Dear {{name}}, about {{title}}:\n\n{{link}}",
	subjectZh: "{{event}}通知",
	bodyZh: "{{name}}，您好！关于{{title}}：\n\n{{link}}",
	replyTo: "programme@example.org",
};

/** The page for a list, and the same with a text. */
export const openBroadcasts = async (admin: Agent, query = "?of=talk") =>
	(await admin.get(BROADCASTS + query).expect(200)).text;

export async function written(admin: Agent, query = "?of=talk", text: Filling = TEXT): Promise<string> {
	return (await submitForm(admin, await openBroadcasts(admin, query), text, WRITE).expect(200)).text;
}

/** Where the reader of a broadcast of the current event unsubscribes, without the origin. */
export function unsubscribePath({ services, origin }: TestPortal, address: string): string {
	const { pathname, search } = new URL(services.optOuts.linkOf({ eventId: services.event.id(), address }), origin);
	return pathname + search;
}
