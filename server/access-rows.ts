import type { Capability } from "../app/roles.ts";
import type { AccessRow, Allowance, Who } from "./access.ts";

/** A page. @param shared the same for everyone without a session */
export const page = (path: string, who: Who = "everyone", shared?: true): AccessRow => ({
	kind: "page",
	method: "GET",
	path,
	who,
	allowance: "page",
	shared,
	...(shared && { bearer: "optional" }),
});

/** What is posted to a page. */
export const form = (path: string, who: Who, allowance: Allowance, body: "form" | "upload" = "form"): AccessRow => ({
	kind: "page",
	method: "POST",
	path,
	who,
	allowance,
	body,
});

/** A page of the console, and posts to it. */
export const ofConsole = (path: string, post: Capability, read: Capability = post): AccessRow[] => [
	page(path, read),
	form(path, post, "page"),
];

/** A list of entries for organisers. */
export const ofList = (path: string): AccessRow[] => ofConsole(path, "entries.manage", "entries.read");

/** A REST call. */
export const call = (
	method: AccessRow["method"],
	path: string,
	who: Who,
	allowance: Allowance,
	body?: AccessRow["body"],
): AccessRow => ({ kind: "rest", method, path, who, allowance, body });

/** A file, for everyone, from disk or memory. */
export const file = (path: string): AccessRow => ({
	kind: "file",
	method: "GET",
	path,
	who: "everyone",
	allowance: "cached",
});

/** Rows with one answer for everybody: other sites may read it, and a session or token changes nothing. */
const OPEN = { otherSites: "always", bearer: "ignored" } as const;

/** A file that other sites may use. */
export const openFile = (path: string): AccessRow => ({ ...file(path), ...OPEN });

/** A call that other sites may read. */
export const openCall = (path: string): AccessRow => ({
	...call("GET", path, "everyone", "list"),
	shared: true,
	...OPEN,
});
