/** Bodies of any kind for every address that takes one. */

import type { AccessRow } from "../../server/access.ts";
import { access } from "./addresses.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

export const KIB = 1024;
/** Bytes that an address takes of each type of body. */
export const LONGEST = { form: 250 * KIB, multipart: 500 * KIB, json: 99 * KIB };
const BOUNDARY = "worst";
const TYPES = {
	form: "application/x-www-form-urlencoded",
	multipart: `multipart/form-data; boundary=${BOUNDARY}`,
	json: "application/json",
} as const;
export type Type = keyof typeof TYPES;

/** Names that pages and calls read, whichever of them one address reads. */
export const NAMES = [
	"email",
	"password",
	"confirm",
	"name",
	"token",
	"return",
	"username",
	"key",
	"id",
	"ids",
	"title",
	"abstract",
	"tracks",
	"website",
	"attempts",
	"formSession",
	"photo",
	"was",
	"subject",
	"body",
];

/** Calls that end the session come last. */
const ENDS = ["/session", "/api/auth/logout", "/logout"];
const rows = access
	.filter(({ body }) => body !== undefined)
	.sort((a, b) => ENDS.indexOf(a.path) - ENDS.indexOf(b.path));
export const ways = rows.flatMap((row) => typesOf(row).map((type) => ({ row, type })));

function typesOf({ kind, body }: AccessRow): Type[] {
	if (body === "json") return ["json"];
	return kind === "rest" && body === "form" ? ["form", "multipart", "json"] : ["form", "multipart"];
}

const addressOf = ({ path }: AccessRow) => path.replace(/:\w+/, "talk-1");

export function encoded(type: Type, fields: readonly (readonly [string, string])[]): string {
	if (type === "json") return JSON.stringify(Object.fromEntries(fields));
	if (type === "form") return new URLSearchParams(fields.map(([name, text]) => [name, text])).toString();
	const parts = fields.map(
		([name, text]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
	);
	return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

/** Parts of a multipart body that no browser sends: without a name, without headers, with wrong ones. */
const ODD_PARTS = [
	'Content-Disposition: form-data; name=""\r\n\r\nx',
	"Content-Disposition: form-data; name\r\n\r\nx",
	"Content-Disposition: form-data\r\n\r\nx",
	"Content-Disposition: attachment\r\n\r\nx",
	"Content-Type: text/plain\r\n\r\nx",
	"\r\nx",
	"",
	'Content-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx',
	'Content-Disposition: form-data; name="file"; filename=""\r\n\r\nx',
	'Content-Disposition: form-data; name="__proto__"\r\n\r\nx',
	'Content-Disposition: form-data; name="a[b]"\r\n\r\nx',
	"Content-Disposition: form-data; name*=utf-8''%E4%BD\r\n\r\nx",
	'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=none\r\n\r\nx',
	'Content-Disposition: form-data; name="x"\r\nContent-Transfer-Encoding: base64\r\n\r\n=',
].map((part) => `--${BOUNDARY}\r\n${part}\r\n`);

/** Each of these parts in a complete body and in a truncated one. */
export const ODD_BODIES = ODD_PARTS.flatMap((part) => [`${part}--${BOUNDARY}--\r\n`, part]);

export function post(
	agent: Agent,
	{ method, ...row }: AccessRow,
	type: Type,
	body: string | Buffer,
	encoding?: string,
) {
	const call = agent[method.toLowerCase() as "post"](addressOf({ method, ...row }))
		.set("Sec-Fetch-Site", "same-origin")
		.set("Content-Type", TYPES[type])
		.serialize((text: unknown) => text as string);
	if (encoding) call.set("Content-Encoding", encoding);
	return call.ok(() => true).send(body);
}
