import { describe, expect, it } from "vitest";
import type { Words } from "../../app/programmes/define.ts";
import { externalSpotlight } from "../../app/programmes/external-call.ts";
import { INVITATION_STATUSES } from "../../app/programmes/forum.ts";
import { generalCalls } from "../../app/programmes/templates.ts";
import { englishIn, faultsIn } from "../support/languages.ts";
import { filesIn, isScript, jointsOf, read, stringsOf } from "../support/sources.ts";
import { programmes as supplied } from "../support/templates.ts";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, before = ""): [key: string, text: string][] {
	return Object.entries(tree).flatMap(([key, value]) =>
		typeof value === "string" ? [[before + key, value] as [string, string]] : flatten(value, `${before}${key}.`),
	);
}

const en = new Map(flatten(JSON.parse(read("app/locales/en.json"))));
const zh = new Map(flatten(JSON.parse(read("app/locales/zh.json"))));

/** English in Chinese texts for a reason. */
const ALLOWED: Record<string, string[]> = {
	// Default track labels in English; the Chinese label has its own field.
	"tracks.newLabel": ["New Track"],
	"tracks.newDescription": ["Enter description for this track"],
	// What is typed as it stands here.
	"forumImport.tooBig": ["npm run cli -- import forum FILE.csv"],
	"forumImport.tooMany": ["npm run cli -- import forum FILE.csv"],
	"forumImport.badStatus": ["status"],
	"docs.lead": ["message"],
	"setupMessages.logo": ["data URL"],
};

/** The title of a window, which is no page: there nobody makes room beside a name. */
const SPACED = ["site.title"];

describe("the texts of the interface", () => {
	it("are all used", () => {
		const scripts = ["app", "server"].flatMap(filesIn).filter(isScript);
		const strings = scripts.flatMap(stringsOf);
		const whole = new Set(strings.filter((pieces) => pieces.length === 1).flat());
		// `letters.title.${kind}`: the pieces around what is filled in. It must begin with the name of a section.
		const patterns = strings
			.filter((pieces) => pieces.length > 1 && /^\w+\./.test(pieces[0] ?? ""))
			.map((pieces) => new RegExp(`^${pieces.map((piece) => piece.replaceAll(".", "\\.")).join("[^.]+")}$`));
		const isUsed = (key: string) => whole.has(key) || patterns.some((pattern) => pattern.test(key));
		const unused = [...en.keys()].filter((key) => !isUsed(key) && !isUsed(key.replace(/_(one|other)$/, "")));
		expect(unused).toEqual([]);
	});

	it("are Chinese: no English words but names, no wrong punctuation, no typed spaces beside Latin letters", () => {
		const faults = [...zh].map(
			([key, text]) => [key, englishIn(text, ALLOWED[key]), SPACED.includes(key) ? [] : faultsIn(text)] as const,
		);
		expect(faults.filter(([, words, marks]) => words.length > 0 || marks.length > 0)).toEqual([]);
		const same = [...zh].filter(([key, text]) => text === en.get(key) && !(key in ALLOWED)).map(([key]) => key);
		expect(same.sort()).toEqual(["works.tab"]);
		expect([...en].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
	});

	it("are joined by the marks of their language, on every page, in what is seen and in what is read aloud", () => {
		const shown = ["app/components", "app/hooks", "app/islands", "app/pages", "app/routes"].flatMap(filesIn);
		const joints = shown.filter(isScript).flatMap((path) => jointsOf(path).map((one) => ({ ...one, path })));
		expect(joints.length).toBeGreaterThan(500);
		const foreign = joints.filter(({ text }) => /^[,;:!?] $|^ ?\($|^\)[,;:]? ?$/.test(text));
		expect(foreign.map(({ path, line, text }) => `${path}:${line} "${text}"`)).toEqual([]);
	});

	it("list no unnecessary exception", () => {
		expect(Object.entries(ALLOWED).filter(([key]) => englishIn(zh.get(key) ?? "").length === 0)).toEqual([]);
	});
});

/** Every text in both languages within a definition, with where it stands. */
function wordsIn(value: unknown, at: string): [string, Words][] {
	if (typeof value !== "object" || value === null) return [];
	if ("en" in value || "zh" in value) return [[at, value as Words]];
	return Object.entries(value).flatMap(([name, one]) => wordsIn(one, `${at}.${name}`));
}

const programmes = [...supplied, ...generalCalls];

describe("the texts of programmes", () => {
	const all = [
		...programmes.flatMap((programme) => wordsIn(programme.sections, programme.category)),
		...programmes.flatMap(({ category, label, title, lead, variants }) =>
			wordsIn({ label, title, lead, variants }, category),
		),
		...wordsIn(externalSpotlight, "elsewhere"),
		...wordsIn(INVITATION_STATUSES, "invitation"),
	];

	it("exist in both languages", () => {
		expect(all.length).toBeGreaterThan(200);
		const faults = all.map(([at, words]) => [at, words.zh, englishIn(words.zh), faultsIn(words.zh)] as const);
		expect(faults.filter(([, text, words, marks]) => !text || words.length > 0 || marks.length > 0)).toEqual([]);
		expect(all.filter(([, { en }]) => !en || /\p{Script=Han}/u.test(en))).toEqual([]);
		const same = new Set(all.filter(([, words]) => words.en === words.zh).map(([, words]) => words.zh));
		expect([...same].sort()).toEqual(["Bluesky", "Mastodon", "X/Twitter"]);
	});
});
