import { withoutLastSlashes } from "../app/programmes/forms.ts";
import { type AccessRow, access, CALL } from "./access.ts";

const compiled = access.filter(({ path }) => path !== CALL).map((row) => ({ row, pattern: toPattern(row.path) }));

/** Rows that name one address: almost every request asks for one of these, as it is written here. */
const plain = new Map(access.filter(({ path }) => !/[:*]/.test(path)).map((row) => [`${row.method} ${row.path}`, row]));

function toPattern(path: string): RegExp {
	const source = path
		.replace(/[.+?^${}()|[\]\\]/g, "\\$&")
		.replace(/:[a-z]+/gi, "[^/]+")
		.replace("*", ".*");
	return new RegExp(`^${source}$`);
}

/**
 * Normalises a path: case, escapes, a trailing slash and the framework's `.data` suffix do not lead to another route,
 * so they must not lead to another row. The guard has refused invalid escapes.
 */
export function canonicalPath(path: string): string {
	const bare = withoutLastSlashes(
		decodeURIComponent(path)
			.toLowerCase()
			.replace(/\.data$/, ""),
	);
	return bare === "/_root" ? "/" : bare;
}

/**
 * The row of a request. HEAD counts as GET. Undefined: nothing may be sent there with this method.
 * @param isCall whether a path is that of a call's form; without it none is
 */
export function accessTo(method: string, path: string, isCall?: (path: string) => boolean): AccessRow | undefined {
	const asked = method === "HEAD" ? "GET" : method;
	const exact = plain.get(`${asked} ${path}`);
	if (exact) return exact;
	const wanted = canonicalPath(path);
	if (isCall?.(wanted)) return access.find((row) => row.path === CALL && row.method === asked);
	const rows = compiled.filter(({ pattern }) => pattern.test(wanted)).map(({ row }) => row);
	// The catch-all page is not for calls and files, nor for addresses that only take posts.
	const lastResort = rows.length === 1 && !/^\/(api|uploads|works|cards|brand|assets|e)(\/|$)/.test(wanted);
	return rows.find((row) => row.method === asked && (row.path !== "*" || lastResort));
}

/** Methods of an address, for `Allow`; none where nothing is. @param isCall as for `accessTo` */
export function methodsAt(path: string, isCall: (path: string) => boolean): string[] {
	return ["GET", "HEAD", "POST", "PATCH", "DELETE"].filter((method) => accessTo(method, path, isCall));
}

/** Beginnings of addresses that are served without a row, or will be. */
const BESIDE_THE_TABLE = /^\/(healthz|readyz|metrics|events|review|_)/;

/** Whether no page, call or file of the portal has an address, so that a form may have it. */
export function isFreeAddress(path: string): boolean {
	return accessTo("GET", path)?.path === "*" && !BESIDE_THE_TABLE.test(path);
}
