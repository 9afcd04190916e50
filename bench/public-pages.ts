import { pathsOf } from "../app/programmes/forms.ts";
import { templates } from "../app/programmes/templates.ts";
import type { Conference } from "./conference.ts";

/** One visit to weigh. */
export interface Visited {
	name: string;
	path: string;
	/** Signed in by it. */
	cookie?: string;
	/** Expected status, if not 200. */
	status?: number;
	/** Posts the page's form empty. */
	empty?: true;
}

/** Every page that is not the organisers': of guests, of speakers, and what is shown when something is wrong. */
export function publicPages({ speaker, talk }: Conference): Visited[] {
	const open = templates.filter(({ window }) => window.state === "open").flatMap(pathsOf);
	const closed = templates.filter(({ window }) => window.state !== "open").flatMap(({ path }) => path);
	const named = (path: string): Visited => ({ name: path, path });
	const numbered = (path: string): Visited => ({ name: path.replace(String(talk), ":id"), path });
	const own = (path: string): Visited => ({ ...numbered(path), cookie: speaker });
	const missing = (path: string): Visited => ({ ...named(path), status: 404 });
	return [
		...["/", "/?modal=register", "/forgot-password", "/reset-password"].map(named),
		...open.flatMap((path): Visited[] => [
			named(path),
			{ name: `${path}, all problems`, path, empty: true, status: 422 },
		]),
		...closed.map(named),
		numbered(`/thank-you?entry=talk-${talk}`),
		...["/schedule", "/schedule?day=day2", "/schedule?track=ai-next"].map(named),
		named("/schedule/versions"),
		numbered(`/schedule/${talk}`),
		named("/proposals"),
		numbered(`/proposals?modal=details&id=${talk}`),
		...["/nominations-aigc", "/api/docs"].map(named),
		own("/dashboard"),
		own(`/entry/talk-${talk}`),
		own(`/hangzhou?spot=talk-${talk}`),
		...["/verify?token=x", "/nowhere", "/entry/talk-9999"].map(missing),
	];
}
