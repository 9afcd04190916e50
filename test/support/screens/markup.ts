import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { HtmlValidate } from "html-validate";
import { temporaryDirectory } from "../portal.ts";
import { filesIn, read } from "../sources.ts";

const vnu = createRequire(import.meta.url)("vnu-jar") as string;

const validator = new HtmlValidate({
	extends: ["html-validate:standard", "html-validate:a11y"],
	// In the HTML standard <details> is no sectioning content, so it may stand in a heading cell.
	elements: ["html5", { details: { sectioning: false } }],
	rules: {
		// How React writes elements and attributes, which is valid all the same.
		"void-style": "off",
		"attr-case": "off",
		"attribute-boolean-style": "off",
		"no-trailing-whitespace": "off",
	},
});

/** What html-validate and the Nu HTML checker find wrong in documents, each with the name of its document. */
export async function markupFaults(documents: readonly { name: string; html: string }[]): Promise<string[]> {
	const faults: string[] = [];
	for (const { name, html } of documents) {
		// The server shows errors, in the page's language and with the typed values.
		for (const [form] of html.matchAll(/<form\b[^>]*>/gi))
			if (!/\snovalidate\b/i.test(form)) faults.push(`${name}: ${form} would be judged by the browser`);
		faults.push(...unstyledClasses(html).map((one) => `${name}: the style of the page has no rule for .${one}`));
		const { results } = await validator.validateString(html);
		for (const { ruleId, message, line } of results.flatMap(({ messages }) => messages)) {
			faults.push(`${name}: ${ruleId}: ${message} (line ${line})`);
		}
	}
	return [...faults, ...(await nuFaults(documents))];
}

const classesIn = (css: string) => new Set(css.match(/(?<=\.)[a-z][\w-]*/gi));
const styled = classesIn(filesIn("app/styles").map(read).join("\n"));

/** Classes on a page whose rules are only in the styles of other pages. Its own are inside, or in a file in the console. */
function unstyledClasses(html: string): string[] {
	const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
	if (style === undefined) return [];
	const file = /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1];
	const own = classesIn(style + (file ? read(`build/client${file}`) : ""));
	const used = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/)));
	return [...used].filter((name) => styled.has(name) && !own.has(name));
}

interface NuMessage {
	type: string;
	url: string;
	message: string;
	extract?: string;
}

async function nuFaults(documents: readonly { name: string; html: string }[]): Promise<string[]> {
	const folder = join(temporaryDirectory(), "html");
	mkdirSync(folder);
	for (const [index, { html }] of documents.entries()) writeFileSync(join(folder, `${index}.html`), html);
	// It ends before code compiled with more care has paid for itself.
	const briefly = ["-Xss4m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
	const words = [...briefly, "-jar", vnu, "--errors-only", "--exit-zero-always", "--format", "json", folder];
	const { stderr } = await promisify(execFile)("java", words, { maxBuffer: 2 ** 26 });
	const { messages } = JSON.parse(stderr) as { messages: NuMessage[] };
	return messages.map(({ url, message, extract }) => {
		const name = documents[Number(/(\d+)\.html$/.exec(url)?.[1])]?.name;
		return `${name}: ${message} ${extract ?? ""}`;
	});
}
