import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { pathsOf } from "../app/programmes/forms.ts";
import { programmes } from "../app/programmes/index.ts";
import { multipart } from "./content.ts";
import { type Answer, ask } from "./http.ts";
import { atMost, bytes, count, type Part, type Row } from "./report.ts";
import { type RunningServer, spawnPortal, untilOk } from "./servers.ts";
import { fillVolume, withDirectory } from "./volumes.ts";

const PUBLIC = { bytes: 14_000, requests: 3, js: 6_000, css: 5_000 };
const ADMIN = { bytes: 130_000, requests: 8, js: 115_000 };
const LANGUAGES = ["en", "zh"] as const;
/** The addresses with a form: calls that are closed as shipped show none. */
const FORMS = programmes.filter(({ window }) => window.state === "open").flatMap(pathsOf);
const ENCODINGS = [
	["br", "brotli"],
	["gzip", "gzip"],
	["identity", "uncompressed"],
] as const;
const WIRE = "status line, headers and body as counted on the connection (HTTP/1.1, loopback)";

interface Visit {
	page: Answer;
	html: string;
	/** What the page makes a browser fetch. */
	files: { path: string; answer: Answer }[];
}

/** What visitors download: every form in both languages, its page of problems, and the list of the console. */
export function measureWeight(): Promise<Part> {
	return withDirectory(async (volume) => {
		const cookie = await fillVolume(volume, 100);
		const server = await spawnPortal(volume);
		try {
			await untilOk(server, "/healthz");
			const rows: Row[] = [];
			for (const form of FORMS) {
				for (const language of LANGUAGES) rows.push(...(await firstVisit(server, form, language)));
				for (const language of LANGUAGES) rows.push(...(await problemsPage(server, form, language)));
			}
			rows.push(...(await adminVisit(server, cookie)));
			return { title: "Weight", rows };
		} finally {
			await server.stop();
		}
	});
}

async function firstVisit(server: RunningServer, path: string, language: string): Promise<Row[]> {
	const name = `${path} ${language}`;
	const { page, html, files } = await visit(server, path, language);
	const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? "";
	const rows: Row[] = [
		atMost(`${name}, whole first visit`, total(page, files), PUBLIC.bytes, bytes, `page and files, brotli: ${WIRE}`),
		atMost(
			`${name}, requests`,
			1 + files.length,
			PUBLIC.requests,
			count,
			"the page and what its HTML makes a browser fetch",
		),
	];
	if (path !== FORMS[0]) return rows;
	for (const [encoding, encoded] of ENCODINGS) {
		rows.push(weightOf(`${name}, page ${encoded}`, await load(server, { path, language, encoding })));
	}
	if (language !== LANGUAGES[0]) return rows;
	return [
		...rows,
		atMost("Script of the form", bodies(files, ".js"), PUBLIC.js, bytes, "bodies as sent, brotli"),
		atMost(
			"Style inside the page",
			brotliCompressSync(style).length,
			PUBLIC.css,
			bytes,
			"text of <style>, compressed on its own with brotli",
		),
	];
}

/** An empty form: every required field has its message, and the summary lists them all. */
async function problemsPage(server: RunningServer, path: string, language: string): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [encoding, name] of path === FORMS[0] ? ENCODINGS : ENCODINGS.slice(0, 1)) {
		const answer = await load(server, { path, language, encoding, form: multipart({ name: "" }) });
		if (answer.status !== 422) throw new Error(`an empty form was answered ${answer.status}`);
		const what = `${path} ${language}, 422 with every problem, ${name}`;
		const how = `POST of an empty form; ${WIRE}`;
		rows.push(
			encoding === "br"
				? atMost(what, answer.wireBytes, PUBLIC.bytes, bytes, how)
				: { what, measured: bytes(answer.wireBytes), how },
		);
	}
	return rows;
}

async function adminVisit(server: RunningServer, cookie: string): Promise<Row[]> {
	const name = "/admin/proposals";
	const { page, files } = await visit(server, name, "en", cookie);
	return [
		atMost(
			`${name}, whole first visit`,
			total(page, files),
			ADMIN.bytes,
			bytes,
			`signed in, 12 of 100 entries; page and files, brotli: ${WIRE}`,
		),
		atMost(
			`${name}, requests`,
			1 + files.length,
			ADMIN.requests,
			count,
			"the page and what its HTML makes a browser fetch",
		),
		atMost(`${name}, scripts`, bodies(files, ".js"), ADMIN.js, bytes, "bodies as sent, brotli"),
		{ what: `${name}, style`, measured: bytes(bodies(files, ".css")), how: "bodies as sent, brotli" },
		weightOf(`${name}, page brotli`, page),
	];
}

/** The page and, as a browser would, every file it names: island, style sheet, preloaded and imported modules, images. */
async function visit(server: RunningServer, path: string, language: string, cookie?: string): Promise<Visit> {
	const page = await load(server, { path, language, encoding: "br", cookie });
	const html = brotliDecompressSync(page.body).toString("utf8");
	const named = [...html.matchAll(/"(\/(?:assets|e|uploads)\/[^"\s]+\.[a-z0-9]+)"/g)].map((match) => match[1] ?? "");
	const files: Visit["files"] = [];
	for (const file of new Set(named)) {
		files.push({ path: file, answer: await load(server, { path: file, language, encoding: "br", cookie }) });
	}
	return { page, html, files };
}

interface Load {
	path: string;
	language: string;
	encoding: string;
	cookie?: string;
	form?: ReturnType<typeof multipart>;
}

async function load({ port }: RunningServer, { path, language, encoding, cookie, form }: Load): Promise<Answer> {
	const headers = {
		"Accept-Encoding": encoding,
		"Accept-Language": language,
		...(cookie && { Cookie: cookie }),
		...form?.headers,
	};
	const answer = await ask({ port, path, headers, method: form ? "POST" : "GET", body: form?.body });
	const got = answer.headers["content-encoding"] ?? "identity";
	if (!form && answer.status !== 200) throw new Error(`${path} was answered ${answer.status}`);
	if (got !== encoding && answer.body.length > 0) throw new Error(`${path} came as ${got}, not ${encoding}`);
	return answer;
}

function weightOf(what: string, answer: Answer): Row {
	const { wireBytes, body } = answer;
	return { what, measured: `${bytes(wireBytes)} (body ${bytes(body.length)})`, how: WIRE };
}

function total(page: Answer, files: Visit["files"]): number {
	return files.reduce((sum, { answer }) => sum + answer.wireBytes, page.wireBytes);
}

function bodies(files: Visit["files"], ending: string): number {
	return files.filter(({ path }) => path.endsWith(ending)).reduce((sum, { answer }) => sum + answer.body.length, 0);
}
