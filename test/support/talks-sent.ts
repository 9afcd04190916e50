import { submitForm } from "./form.ts";
import { ADMIN, type TestPortal } from "./portal.ts";
import { appoint, bearerOf } from "./sessions.ts";
import { portrait, talk } from "./talks.ts";

/** Talks sent by a guest through the form, one after the other. */
export async function sendTalks(portal: TestPortal, ...changes: Record<string, string>[]): Promise<void> {
	const agent = portal.agent();
	const page = (await agent.get("/hangzhou")).text;
	for (const change of changes) await submitForm(agent, page, talk({ ...change, file: await portrait() })).expect(303);
}

/** Titles in the rows of a table, top to bottom. */
export const titlesIn = (html: string) =>
	[...html.matchAll(/<th scope="row"[^>]*><a[^>]*>(.*?)<\/a>/g)].map(([, title = ""]) => title.replace(/<[^>]*>/g, ""));

/** The one form around the table of proposals. */
export const TABLE = { selector: 'form[method="post"][action^="/admin/proposals"]' };

/** A bearer token of an administrator. */
export async function adminBearer(portal: TestPortal): Promise<string> {
	await appoint(portal);
	return `Bearer ${await bearerOf(portal, ADMIN.email)}`;
}
