import type { ActionFunctionArgs } from "@remix-run/node";
import { seeOther } from "../http.ts";

/** Actions on one's own session: extend it, log out everywhere, or request the mail that confirms the address. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, locale, t } = context;
	if ("do.everywhere" in form) {
		await services.sessions.endEverywhere(actor);
		context.signOut();
		return seeOther("/");
	}
	if ("do.verify" in form) {
		const mailed = await services.accounts.verifyAgain(actor, locale);
		return seeOther(`/dashboard?mailed=${mailed ? "1" : "0"}`);
	}
	context.keepSignedIn(await services.sessions.extend(actor));
	return seeOther(context.flash.say("/dashboard", [t("session.extended")]));
}
