import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { parse } from "node-html-parser";
import supertest from "supertest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorsOf, type Filling, shownValue, submitForm, textOfPage } from "./support/form.ts";
import { ADMIN, root, temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";

const SOURCES = [
	"app",
	"server",
	"db",
	"migrations",
	"scripts",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"vite.config.ts",
	"remix.config.js",
];

const FIELD = `			text("licence", "Licence", "许可证", { required: true, audience: "public" }),`;

const PROGRAMME = `import { defineProgramme } from "./define.ts";
import { choices, email, option, text, title } from "./fields.ts";

export const workshops = defineProgramme({
	category: "ws",
	kind: "nomination",
	path: "/workshops",
	label: { en: "Workshop", zh: "工作坊" },
	title: { en: "Workshop Proposal", zh: "工作坊提案" },
	lead: { en: "Propose a workshop.", zh: "提交工作坊。" },
	checking: "strict",
	window: { state: "open" },
	sections: [
		{
			key: "workshop",
			title: { en: "The workshop", zh: "工作坊" },
			fields: [
				title("workshop", "Workshop Title", "工作坊标题"),
				choices("rooms", "Rooms", "场地", [option("lab", "Laboratory", "实验室"), option("hall", "Hall", "大厅")], { required: true }),
				text("host", "Host", "主持人", { required: true, column: "name" }),
				email("hostemail", "Host Email", "主持人邮箱", { required: true, column: "email" }),
			],
		},
	],
});
`;

/** Inserts a line before the only line with this prefix. */
function insert(file: string, before: string, line: string): void {
	const parts = readFileSync(file, "utf8").split(`\n${before}`);
	expect([before, parts.length]).toEqual([before, 2]);
	writeFileSync(file, parts.join(`\n${line}\n${before}`));
}

let folder = "";

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "rostrum-sources-"));
	for (const name of SOURCES) cpSync(join(root, name), join(folder, name), { recursive: true });
	symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
	insert(join(folder, "app/programmes/nomination.ts"), '			text("maintainers",', FIELD);
	writeFileSync(join(folder, "app/programmes/workshops.ts"), PROGRAMME);
	const list = join(folder, "app/programmes/templates.ts");
	insert(list, "import { hangzhou, paris", `import { workshops } from "./workshops.ts";`);
	insert(list, "	paris,", "	workshops,");
	await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The server of that build on a fresh volume, and an administrator at it: in a browser without scripts, and by token. */
async function open() {
	const directory = temporaryDirectory();
	const settings = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
	const volume = { DATA_DIR: join(directory, "data"), UPLOADS_DIR: join(directory, "uploads") };
	const { origin } = await startServer({ ...settings, ...volume }, folder);
	const agent = supertest.agent(origin);
	await agent.post("/login").type("form").send(ADMIN).expect(303);
	const credentials = { username: ADMIN.email, password: ADMIN.password };
	const login = await supertest(origin).post("/api/auth/login").send(credentials).expect(200);
	const call = async (path: string) =>
		(await supertest(origin).get(path).set("Authorization", `Bearer ${login.body.token}`).expect(200)).body;
	const stored = () => {
		const sqlite = new Sqlite(join(volume.DATA_DIR, "rostrum.db"), { readonly: true });
		const rows = sqlite.prepare("select category, title, name, answers from entries").all() as { answers: string }[];
		sqlite.close();
		return rows.map(({ answers, ...row }) => ({ ...row, answers: JSON.parse(answers) as Record<string, unknown> }));
	};
	return { agent, call, stored, guest: supertest(origin) };
}

/** The label of a control, as the page shows it in a language. */
async function labelOf(guest: supertest.Agent, path: string, name: string, language: string) {
	const page = parse((await guest.get(path).set("Accept-Language", language).expect(200)).text);
	return page.querySelector(`label[for=f-${name}]`)?.textContent;
}

/** What the API document says of a field, wherever it has one of this name. */
function documented(document: Record<string, unknown>, name: string): unknown[] {
	const found: unknown[] = [];
	JSON.stringify(document, (key, value) => {
		if (key === name) found.push(value?.description ?? value);
		return value;
	});
	return found;
}

const PROJECT: Filling = {
	projectname: "Tokio",
	projectrepo: "https://github.com/tokio-rs/tokio",
	maintainers: "12",
	overview: "A runtime",
	projectage: "9 years",
	why: "It carries the ecosystem",
	nominatorname: "Ann",
	nominatoremail: "ann@example.org",
	ownername: "Bob",
	owneremail: "bob@example.org",
};

describe("one line adds a field that is", () => {
	it("rendered, asked for, stored, listed, exported, shown and documented, in both languages", async () => {
		const { agent, call, stored, guest } = await open();
		expect(await labelOf(guest, "/spotlight-hz", "licence", "en")).toBe("Licence");
		expect(await labelOf(guest, "/spotlight-hz", "licence", "zh")).toBe("许可证");

		const form = (await agent.get("/spotlight-hz").expect(200)).text;
		const refused = await submitForm(agent, form, PROJECT).expect(422);
		expect(errorsOf(refused.text).list).toEqual(["Licence is required"]);
		const unanswered = await guest.post("/api/spotlight").type("form").send(PROJECT).expect(422);
		expect(unanswered.body.problems).toEqual([{ field: "licence", message: "Licence is required" }]);
		expect(stored()).toEqual([]);

		await submitForm(agent, refused.text, { licence: "MIT 许可" }).expect(303);
		const { projectname: title, nominatorname: name, nominatoremail: _, ...answers } = PROJECT;
		const own = { ...answers, licence: "MIT 许可", impact: "", sponsored: "", web: "", ownersame: false };
		expect(stored()).toEqual([{ category: "sl-hz", title, name, answers: own }]);
		const { body } = await guest
			.post("/api/spotlight")
			.type("form")
			.send({ ...PROJECT, licence: "MIT" })
			.expect(201);
		expect(body.spotId).toBe("nomination-2");

		const [header, ...rows] = (await agent.get("/admin/export/nomination").expect(200)).text.split("\r\n");
		const column = header?.split(",").indexOf("licence") ?? -1;
		expect(rows.filter(Boolean).map((row) => row.split(",")[column])).toEqual(["MIT", "MIT 许可"]);
		expect((await call("/api/spotlight/user/nomination-1")).licence).toBe("MIT 许可");
		const all = (await call("/api/nominations?category=sl-hz")) as { licence: string }[];
		expect(all.map(({ licence }) => licence)).toEqual(["MIT 许可", "MIT"]);
		expect(textOfPage((await agent.get("/entry/nomination-1").expect(200)).text)).toMatch(/Licence\s+MIT 许可/);
		const filled = (await agent.get("/spotlight-hz?spot=nomination-1").expect(200)).text;
		expect(shownValue(filled, "licence")).toBe("MIT 许可");
		expect(documented(await call("/api/openapi.json"), "licence")).toContain("Licence · required");
		expect(textOfPage((await guest.get("/api/docs").expect(200)).text)).toContain("Licence · required");
	});
});

describe("one file and its name in the list add a programme", () => {
	it("with an address, checks, storage, lists, details, settings and documentation", async () => {
		const { agent, call, stored, guest } = await open();
		expect(await labelOf(guest, "/workshops", "workshop", "zh")).toBe("工作坊标题");
		expect(textOfPage((await guest.get("/").set("Accept-Language", "en")).text)).toContain("Workshop Proposal");

		const form = (await agent.get("/workshops").expect(200)).text;
		const refused = await submitForm(agent, form, { hostemail: "" }).expect(422);
		const labels = ["Workshop Title", "Rooms", "Host", "Host Email"];
		expect(errorsOf(refused.text).list).toEqual(labels.map((label) => `${label} is required`));
		const workshop = {
			category: "ws",
			workshop: "Rust 入门",
			rooms: `["lab","hall"]`,
			host: "Ann",
			hostemail: "a@b.cd",
		};
		const { body } = await guest.post("/api/spotlight").type("form").send(workshop).expect(201);
		expect([body.category, body.spotId]).toEqual(["ws", "nomination-1"]);
		const answers = { rooms: ["lab", "hall"] };
		expect(stored()).toEqual([{ category: "ws", title: "Rust 入门", name: "Ann", answers }]);

		expect(await call("/api/nominations?category=ws")).toMatchObject([
			{ workshop: "Rust 入门", rooms: ["lab", "hall"] },
		]);
		const details = textOfPage((await agent.get("/entry/nomination-1").expect(200)).text);
		expect(details).toMatch(/Rooms\s+Laboratory, Hall/);
		expect(textOfPage((await agent.get("/admin/programmes").expect(200)).text)).toContain("Workshop Proposal");
		expect(documented(await call("/api/openapi.json"), "host")).toContain("Host · required");
	});
});
