import fc from "fast-check";
import { expect } from "vitest";
import { access } from "./addresses.ts";
import type { TestPortal } from "./portal.ts";

type Agent = ReturnType<TestPortal["agent"]>;

/** Field names of the program, and confusing ones. */
const names = fc.constantFrom(
	"name",
	"email",
	"title",
	"abstract",
	"tracks",
	"language",
	"consent",
	"photo",
	"attempts",
	"formSession",
	"key",
	"id",
	"status-1",
	"was-1",
	"do.save.1",
	"theme",
	"back",
	"password",
	"confirm",
	"token",
	"remember",
	"username",
	"__proto__",
	"constructor",
	"a[0]",
	"",
	"toString",
	"filename",
	"event",
);
const odd = fc.constantFrom(
	"",
	"\0",
	"a\ud800b",
	"\u202e",
	"NaN",
	"1e3",
	"-0",
	"9007199254740993",
	"talk-1",
	"null",
	"[]",
	"{}",
	"%00",
	"中文",
);
const value = fc.oneof(
	odd,
	fc.string({ unit: "binary", maxLength: 60 }),
	fc.string({ unit: "grapheme", maxLength: 60 }),
);
const fields = fc.array(fc.tuple(names, value), { maxLength: 12 });
const type = fc.constantFrom("form", "json", "multipart", "text", "none");
const suffix = fc.constantFrom(
	"",
	".data",
	"?index",
	"?_data=routes%2Flogin",
	"?spot=talk-1&key=1.x",
	"?lang=zh",
	"?page=-1&q=%25",
	"?q=%22a+b%22+%22+%23999999999999999+talk-1+%EF%AC%81*+NEAR(&status=Hold",
	"/",
);

const paths = [
	...new Set(
		access.map(({ path }) =>
			path.replace(":spot", "talk-1").replace(":name", "x.jpg").replace(/^\*/, "/nowhere").replace("*", "nowhere"),
		),
	),
];

const request = fc.tuple(
	fc.constantFrom(...paths),
	suffix,
	fc.constantFrom("get", "post", "patch", "delete"),
	type,
	fields,
);

/**
 * Sends so many requests of any kind to any address; each must be answered below 500, and calls with JSON.
 * @returns how long each took, in milliseconds
 */
export async function fuzz(agent: Agent, requests: number): Promise<number[]> {
	const times: number[] = [];
	await fc.assert(
		fc.asyncProperty(request, async ([path, end, method, kind, pairs]) => {
			const call = agent[method as "get"](path + end).set("Sec-Fetch-Site", "same-origin");
			if (method !== "get") {
				if (kind === "form") call.type("form").send(pairs.map((pair) => pair.map(percentEncoded).join("=")).join("&"));
				if (kind === "json") call.type("json").send(JSON.stringify(Object.fromEntries(pairs)));
				if (kind === "text") call.type("text/plain").send(String(pairs));
				if (kind === "multipart") for (const [name, text] of pairs) call.field(name || "x", text);
			}
			const started = performance.now();
			const { status, headers, text } = await call.ok(() => true);
			times.push(performance.now() - started);
			expect(status).toBeLessThan(500);
			if (path.startsWith("/api/") && status >= 400 && path !== "/api/docs") {
				expect([headers["content-type"], typeof JSON.parse(text).message]).toEqual([
					"application/json; charset=utf-8",
					"string",
				]);
			}
		}),
		{ numRuns: requests },
	);
	return times;
}

/** Percent-encodes every byte, lone surrogates as their broken UTF-8. */
function percentEncoded(text: string): string {
	return [...Buffer.from(text, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
