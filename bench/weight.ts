import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { type Conference, fillConference } from "./conference.ts";
import { type Answer, ask } from "./http.ts";
import { publicPages, type Visited } from "./public-pages.ts";
import { atMost, bytes, count, type Part, type Row, type Table, tableOf, verdict } from "./report.ts";
import { type RunningServer, spawnPortal, untilOk } from "./servers.ts";
import { multipart } from "./talk-forms.ts";
import { withDirectory } from "./volumes.ts";

const PUBLIC = { bytes: 14_000, requests: 3, script: 6_000, style: 5_000 };
const ADMIN = { bytes: 130_000, requests: 8, js: 115_000 };
export const LANGUAGES = ["en", "zh"] as const;
const BODY = "bodies as sent, brotli";

interface Visit {
	html: string;
	page: Answer;
	/** Files the page loads. */
	files: { path: string; answer: Answer }[];
}

/** What visitors download: every public page in both languages, forms with all their problems too, and the console's list. */
export function measureWeight(): Promise<Part> {
	return withDirectory(async (volume) => {
		const conference = await fillConference(volume);
		const server = await spawnPortal(volume);
		try {
			await untilOk(server, "/healthz");
			return {
				title: "Weight",
				tables: [...(await weighPublic(server, conference)), await weighConsole(server, conference)],
			};
		} finally {
			await server.stop();
		}
	});
}

async function weighPublic(server: RunningServer, conference: Conference): Promise<Table[]> {
	const rows: string[][] = [];
	const scripts = new Map<string, number>();
	const styles = new Map<string, { page: string; size: number }>();
	for (const visited of publicPages(conference)) {
		for (const language of LANGUAGES) {
			const [brotli, gzip] = [
				await visit(server, visited, language, "br"),
				await visit(server, visited, language, "gzip"),
			];
			const requests = 1 + brotli.files.length;
			const within = total(brotli) <= PUBLIC.bytes && requests <= PUBLIC.requests;
			rows.push([visited.name, language, bytes(total(brotli)), bytes(total(gzip)), count(requests), verdict(within)]);
			for (const { path, answer } of brotli.files) if (path.endsWith(".js")) scripts.set(path, answer.body.length);
			const style = /<style>([\s\S]*?)<\/style>/.exec(brotli.html)?.[1] ?? "";
			if (!styles.has(style)) styles.set(style, { page: visited.name, size: brotliCompressSync(style).length });
		}
	}
	const limits = `<= ${bytes(PUBLIC.bytes)} with brotli, <= ${count(PUBLIC.requests)} requests`;
	const pages: Table = {
		headings: ["Public page", "Language", "Brotli", "Gzip", "Requests", "Reached"],
		rows,
		notes: [
			`Target of each: ${limits}. Everything a first visit receives, photos of speakers left out: status lines, headers and bodies as counted on the connection (HTTP/1.1, loopback).`,
			"100 released talks over 8 tracks on one day, 400 talks in the list. Problems: the answer to a post of the empty form.",
		],
	};
	const parts: Row[] = [
		...[...scripts].map(([path, size]) => atMost(`Script ${nameOf(path)}`, size, PUBLIC.script, bytes, BODY)),
		...[...styles.values()].map(({ page, size }) =>
			atMost(`Style inside ${page}`, size, PUBLIC.style, bytes, "text of <style>, compressed on its own with brotli"),
		),
	];
	return [pages, tableOf(parts)];
}

/** Without the hash of its content. */
function nameOf(path: string): string {
	return path.replace(/^.*\//, "").replace(/-[\w-]+\.js$/, "");
}

async function weighConsole(server: RunningServer, { admin }: Conference): Promise<Table> {
	const page = { name: "/admin/proposals", path: "/admin/proposals", cookie: admin };
	const rows: Row[] = [];
	for (const language of LANGUAGES) {
		const found = await visit(server, page, language, "br");
		const how = "signed in, 12 of 400 entries; page and files, brotli, as counted on the connection";
		rows.push(
			atMost(`${page.name} ${language}, first visit`, total(found), ADMIN.bytes, bytes, how),
			atMost(`${page.name} ${language}, requests`, 1 + found.files.length, ADMIN.requests, count, how),
			atMost(`${page.name} ${language}, scripts`, bodies(found.files, ".js"), ADMIN.js, bytes, BODY),
			{ what: `${page.name} ${language}, style`, measured: bytes(bodies(found.files, ".css")), how: BODY },
		);
	}
	return tableOf(rows);
}

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

/** The page and every file it references: island, styles, preloads, modules, images. */
async function visit(
	server: RunningServer,
	visited: Visited,
	language: string,
	encoding: "br" | "gzip",
): Promise<Visit> {
	const load = (path: string, form?: ReturnType<typeof multipart>) => {
		const { cookie } = visited;
		const headers = { "Accept-Encoding": encoding, "Accept-Language": language, ...(cookie && { Cookie: cookie }) };
		return ask({
			port: server.port,
			path,
			headers: { ...headers, ...form?.headers },
			method: form ? "POST" : "GET",
			body: form?.body,
		});
	};
	const page = await load(visited.path, visited.empty ? multipart({ name: "" }) : undefined);
	if (page.status !== (visited.status ?? 200)) throw new Error(`${visited.name} was answered ${page.status}`);
	if (page.headers["content-encoding"] !== encoding) throw new Error(`${visited.name} did not come as ${encoding}`);
	const html = DECODE[encoding](page.body).toString("utf8");
	// Links are not followed, the manifest names the files of every page, and scripts load what attributes name when needed.
	const loaded = html.replace(/<a\s[^>]*>| data-[a-z]+="[^"]*"/g, "").replace(/__remixManifest=.*?\(\(\{routes/s, "");
	const named = [...loaded.matchAll(/"(\/(?:assets|e|uploads)\/[^"\s]+\.[a-z0-9]+)"/g)].map((match) => match[1] ?? "");
	const files: Visit["files"] = [];
	for (const path of new Set(named)) files.push({ path, answer: await load(path) });
	return { page, html, files };
}

/** Bytes of a first visit with brotli, photos of speakers left out. */
export async function weightOf(server: RunningServer, visited: Visited, language: string): Promise<number> {
	return total(await visit(server, visited, language, "br"));
}

function total({ page, files }: Visit): number {
	const counted = files.filter(({ path }) => !path.startsWith("/uploads/"));
	return counted.reduce((sum, { answer }) => sum + answer.wireBytes, page.wireBytes);
}

function bodies(files: Visit["files"], ending: string): number {
	return files.filter(({ path }) => path.endsWith(ending)).reduce((sum, { answer }) => sum + answer.body.length, 0);
}
