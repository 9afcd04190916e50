import type { ActionFunctionArgs } from "@remix-run/node";
import { seeOther } from "../http.ts";

/** Ends the session of this browser. A GET never does, or any link could log people out. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor } = context;
	if (actor.user) await services.sessions.close(actor.user);
	context.signOut();
	return seeOther("/");
}
