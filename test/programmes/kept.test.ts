import fc from "fast-check";
import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { count } from "../../bench/report.ts";
import { register, signIn } from "../support/accounts.ts";
import { tell } from "../support/figures.ts";
import { CALL_NAMES, CALLS, type CallName, complete, expectShown, openAll } from "../support/fillings.ts";
import { type Filling, shownValue, shownValues, submitForm, textOfPage } from "../support/form.ts";
import { many } from "../support/many.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait } from "../support/talks.ts";

type Reader = ReturnType<TestPortal["agent"]>;

/** Typical and troublesome texts. */
const PIECES = [
	"👩🏽‍🚀",
	"🇨🇳",
	"e\u0301",
	"ạ̈",
	"שלום",
	"مرحبا",
	"𠮷野家",
	"汉字",
	"ﷺ",
	'"',
	"'",
	"`",
	"“”",
	"«»",
	"&",
	"&amp;",
	"&lt;",
	"&#x41;",
	"<b>",
	"</textarea>",
	"<!--",
	"-->",
	"]]>",
	"</script>",
	"\\",
	"\\n",
	"%00",
	"%41",
	"$HOME",
	"{{x}}",
	"+",
	"=",
	"=1+1",
	"@",
	";",
	",",
	"[",
	'["a"]',
	"null",
	"\u00a0",
	"\u200b",
	"  ",
	"\u2028",
	"\ufeff",
	"a",
	"Z",
	"0",
	"ſ",
	"İ",
	"ß",
	"½",
	"~",
];
/** A tab in a line becomes a space, and controls of direction are refused there; in a text both stay. */
const line = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));
const lines = fc
	.array(fc.constantFrom(...PIECES, "\t", "\n", "\n\n", "\u202eabc\u202c", "\u2066x\u2069"), { maxLength: 14 })
	.map((pieces) => pieces.join(""));

interface Control {
	name: string;
	kind: "line" | "lines" | "one" | "some" | "tick";
	type: string;
	options: string[];
}

/** Fields a person sees; variant switches and copy boxes have their own tests. */
function controlsOf(html: string): Control[] {
	const form = parse(html).querySelector("form.programme");
	const controls = new Map<string, Control>();
	for (const element of form?.querySelectorAll("input, select, textarea") ?? []) {
		const name = element.getAttribute("name") ?? "";
		const type = element.getAttribute("type") ?? element.tagName;
		if (["hidden", "file"].includes(type) || ["spotlightTrack", "ownersame"].includes(name)) continue;
		const known = controls.get(name);
		const options = [...(known?.options ?? []), ...valuesOf(element)];
		controls.set(name, { name, type, options, kind: known && type === "checkbox" ? "some" : kindOf(element, type) });
	}
	return [...controls.values()];
}

function kindOf({ tagName }: HTMLElement, type: string): Control["kind"] {
	if (tagName === "TEXTAREA") return "lines";
	if (tagName === "SELECT" || type === "radio") return "one";
	return type === "checkbox" ? "tick" : "line";
}

function valuesOf(element: HTMLElement): string[] {
	if (element.tagName !== "SELECT") return [element.getAttribute("value") ?? ""];
	const options = element.querySelectorAll("option").filter((option) => !option.hasAttribute("disabled"));
	return options.map((option) => option.getAttribute("value") ?? "");
}

function anything({ kind, options }: Control): fc.Arbitrary<Filling[string]> {
	switch (kind) {
		case "line":
			return line;
		case "lines":
			return lines;
		case "one":
			return fc.constantFrom(...options);
		case "some":
			return fc.subarray(options);
		case "tick":
			return fc.boolean();
	}
}

/** Browsers send line ends as two characters. */
const asSent = (filling: Filling): Filling =>
	Object.fromEntries(
		Object.entries(filling).map(([name, value]) => [
			name,
			typeof value === "string" ? value.replaceAll("\n", "\r\n") : value,
		]),
	);

function shown(html: string, controls: Control[]): Filling {
	const values = controls.map(({ name, kind }): [string, Filling[string]] => {
		if (kind === "some") return [name, shownValues(html, name)];
		if (kind === "tick") return [name, shownValue(html, name) === "true"];
		return [name, shownValue(html, name) ?? ""];
	});
	return Object.fromEntries(values);
}

/** A required field left empty, so that the form is refused. */
const LACKING: Record<CallName, string> = {
	hangzhou: "abstract",
	paris: "abstract",
	"sl-hz": "why",
	applied: "description",
	artistic: "artworkDescription",
	forum: "position",
};

describe.each(CALL_NAMES)("the form %s", (name) => {
	const { path } = CALLS[name];

	it("comes back with all posted values", async () => {
		const portal = await openPortal();
		await openAll(portal);
		const { text } = await portal.agent().get(path);
		const controls = controlsOf(text);
		const fillings = fc.record(Object.fromEntries(controls.map((control) => [control.name, anything(control)])));
		await fc.assert(
			fc.asyncProperty(fillings, async (filling) => {
				const typed = { ...filling, [LACKING[name]]: "" };
				const answer = await submitForm(portal.agent(), text, asSent(typed)).expect(422);
				expect(shown(answer.text, controls)).toEqual(typed);
			}),
			{ numRuns: many(20, 200) },
		);
	});

	it("returns every text as typed: when editing, by call, in lists and details", async (context) => {
		const portal = await openPortal();
		await openAll(portal);
		const admin = await portal.admin();
		const controls = controlsOf((await portal.agent().get(path)).text);
		/** An account may send so many to a call. */
		const [ofEach, authors]: [number, { agent: Reader; form: string }[]] = [40, []];
		const nextAuthor = async () => {
			const email = `author-${authors.length}@example.org`;
			await register(portal, email);
			const agent = await signIn(portal, email);
			authors.push({ agent, form: (await agent.get(`${path}?draft=none`)).text });
		};
		let entries = 0;
		const texts = controls.filter(({ kind, type }) => (kind === "line" || kind === "lines") && type !== "email");
		// Spaces around an answer are no part of it; letters there keep what is between them.
		const typed = fc.record(
			Object.fromEntries(
				texts.map((one) => [
					one.name,
					(one.kind === "lines" ? lines : line).map((words) => `${one.type === "url" ? "https://x/" : "x"}${words}x`),
				]),
			),
		);
		const filling = await complete(name);
		const numRuns = many(12, 100);
		await fc.assert(
			fc.asyncProperty(typed, async (words) => {
				if (entries++ % ofEach === 0) await nextAuthor();
				const { agent: author, form } = authors.at(-1) as (typeof authors)[number];
				const sent = await submitForm(author, form, { ...filling, ...asSent(words) }).expect(303);
				const spot = new URL(sent.headers.location ?? "").searchParams.get("entry") ?? "";
				const id = Number(spot.split("-")[1]);
				const edited = (await author.get(`${path}?spot=${spot}`).expect(200)).text;
				expect(shown(edited, texts)).toEqual(words);
				const kind = name === "hangzhou" || name === "paris" ? "entry" : "spotlight";
				const own = await author.get(`/api/${kind}/user/${spot}`).expect(200);
				expect(own.body).toMatchObject(words);
				const category = own.body.category as string;
				const list = kind === "entry" ? "/api/entries" : `/api/nominations?category=${category}`;
				const all = (await admin.get(list).expect(200)).body as { id: number }[];
				expect(all.find((entry) => entry.id === id)).toMatchObject(words);
				const pages = [`/entry/${spot}`, ...(kind === "entry" ? [`/admin/proposals?modal=details&id=${id}`] : [])];
				for (const page of pages) {
					const details = parse((await admin.get(page).expect(200)).text).querySelectorAll("h1, dl.details dd");
					expect(details.map((answer) => answer.textContent)).toEqual(expect.arrayContaining(Object.values(words)));
				}
			}),
			{ numRuns },
		);
		tell(context, `${count(numRuns * texts.length)} texts of ${name}`);
	});
});

describe("a form with a photo", () => {
	it.each(["hangzhou", "paris"] as const)(
		"comes back with the photo, which need not be sent again: %s",
		async (name) => {
			const { path } = CALLS[name];
			const portal = await openPortal();
			await openAll(portal);
			const agent = portal.agent();
			const filling = await complete(name, { file: { ...(await portrait()), name: "我的 photo.jpg" }, title: "" });
			const page = (await submitForm(agent, (await agent.get(path)).text, filling).expect(422)).text;
			expect(textOfPage(page)).toContain("Photo received: 我的 photo.jpg");
			const preview = /\/uploads\/[0-9a-f]{32}-small\.jpg/.exec(page)?.[0] ?? "";
			await agent.get(preview).expect(200);
			const again = (await submitForm(agent, page, {}).expect(422)).text;
			expect(again).toContain(preview);
			await submitForm(agent, again, { title: "At last" }).expect(303);
			expect(preview.replace("-small", "")).toBe(`/uploads/${(await agent.get("/api/entries")).body[0].filename}`);
		},
	);
});

describe("too many posts from one place", () => {
	it.each(CALL_NAMES)("give %s back with all that was typed, the photo too, and keep it", async (name) => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		await openAll(portal);
		const { path } = CALLS[name];
		const agent = portal.agent();
		const { text } = await agent.get(path);
		for (let n = 0; n < 20; n += 1) await portal.agent().post(path).type("form").send({}).expect(422);
		const filling = await complete(name);
		const answer = await submitForm(agent, text, filling).expect(429);
		expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
		expect(textOfPage(answer.text)).toContain("Too many requests. Wait a moment and try again.");
		expectShown(answer.text, filling);
		expectShown((await agent.get(path)).text, filling);
		expect(portal.sqlite.prepare("select count(*) from entries").pluck().get()).toBe(0);
	});
});
