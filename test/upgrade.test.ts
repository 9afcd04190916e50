import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, describe, expect, it } from "vitest";
import { hashOf } from "../db/repair.ts";
import { temporaryDirectory } from "./support/portal.ts";
import { startServer } from "./support/server.ts";
import { columnsOf, FILES, folder, histories, madeBy, open, SUPERSEDED, WITHOUT_HASHES } from "./support/upgrades.ts";

/** SHA-256 of every released migration. Add a line for each new one; never change one. */
const MERGED = {
	"0000_first_tables.sql": "5e84a1b6cf8e79f69f3c05191a86843903260a7a50afe22e1843032e481d9072",
	"0001_drafts_and_withdrawals.sql": "3f27af0a3c8522416005b8159c69a9951f78ef30c4ed3371f4e83799a775a09c",
	"0002_review.sql": "09777a4f82a3e62b28e169fb8c143e332f76a473664b73a56d42d9566ab01c1c",
	"0003_counts.sql": "eaeb6250eefcf060dec82f67f413e2bcb70205ec8613c35a08cb223023e2c02f",
	"0004_schedule.sql": "affb8a35320fccaa16e61043083552b917d15cb558de9038f068c2005ba6fb44",
	"0005_lists.sql": "763978f5e708bc1938428aab6883e6e6a8d62f9f866d9974aeb196f919fe7ee4",
	"0006_erasures.sql": "135fa1b534710dae2eff19f6d76c55b711a8441bf68ce46dfb3fc06849977755",
	"0007_senders.sql": "43c12e14c921768436ce468e8b0138afb36940729c76d35e23e9e00c36841b8f",
	"0008_proofs.sql": "21b02c399d47d9e6704f6507aa21526cf0c874716de05673322b83817ae25ca1",
	"0009_applied_migrations.sql": "d32d6e3cf4aab1b870c19158c1d58d1df2992b74c8bf841d65e19733ae872962",
	"0010_recipients.sql": "d34c5965bff5313cb24b3a160e92aed66d9423383da0dd17fe1c534aaad7d479",
	"0011_rooms.sql": "b7c0f4d04aa4b9925f27a8f003f90f5a390c79217feda38acef6653c2bc84031",
	"0012_installation.sql": "50e2814f6f6a9f55089fe8a24cf054809078d85302fc3510c81f502a06e9e676",
	"0013_erased_recipients.sql": "6a3faec40382e64e8f71b95da7de4339dcf4d5abd254d89300e1715b7284eba2",
	"0014_late_entries.sql": "7429590be617e724b76e282b4832ec70a4ce366f154417bf4e36ef1ccb311a2f",
	"0015_lifecycle.sql": "de3a4aaa4f121d63d396b287e5c5c0bcb5ceb26ec2c0fe15e9400f30b675c19c",
	"0016_team.sql": "4e47762175cf3070ca290f0f3495c9ed81a1ddd7eaf12df00458a3669df9b280",
	"0017_draft_links.sql": "41571f744f4c3016e24dc4513a57eeb22eb4f66fbc6902731c56127f619cd83c",
	"0018_names.sql": "5bed0bd7906a11e9c797d6d8ca0e9be915597a8d4aef34b376ca423c1e2610d6",
	"0019_calls.sql": "74234011f26460782dc11617c97d10feffb49e3b09980d3a67abaf7810839b01",
	"0020_saved_views.sql": "509658f04c9a47f018020077f57dfdd7455926ac48a3536a9e4d23f61f0dfefd",
	"0021_work_files.sql": "defc50b9418028352719e99638d60e1f225f38ddc941c0e2da6570702333e912",
	"0022_events.sql": "8cf32a5db8befdfacc0193a6078344b08878f6b0cdb81bd7bf53fc108d3e82f6",
	"0023_calls_as_data.sql": "63135b199bf571d03c2dcd7274ac90f1b17fdd662b1e8714d033bb627509ab6e",
	"0024_editions.sql": "10a2c2de6eb9b5bfe28a909a8d7a1c5e9a96f98086161ae76c728aa28f7a1a7a",
	"0025_mail_texts.sql": "63f20bee07e183106df3c958e7b45dec7e39505b2ca423e59018e35530bda240",
	"0026_event_template.sql": "423147b18ee6f3343cbe80f7883ceec36c5c1983167c925614d44ea48a757317",
	"0027_setup_changes.sql": "c78c91997715570f17f9ebe6c360697bb9a1c9a428d8e4c002b3e3cfea8f4a45",
	"0028_edition_notes.sql": "369052c8630ade963e333bd7fa2910a5a1ff75a492edeaa68176a3c8f66ed9c2",
	"0029_placeholder_names.sql": "9a8f56245d57790ed3083771c15e95f8e2c4fc34eb8ac32177e2f85cdaa9dd28",
	"0030_told_statuses.sql": "e46714f0c038087d690f19084ef2fe1f2ccf56b9e5ed3e3d88dc03e08271e289",
	"0031_decision_releases.sql": "8d83719b39e8983e0785e9d35a6588bfdc1d10845f999e4d26bb07624fd65f05",
	"0032_attendance.sql": "dfed9746546cff30579e8efc4b7ca8d2df486b7b584655660e58577248a89ef9",
	"0033_waiting-place.sql": "fae2978ce6a0fb030d4d40e9ff2784c7ac93280eb202aa96b9f9adbfb6e63a82",
	"0034_late-links.sql": "a894599b44e74fb494ae5443a5de82dd715e54442e407e988949b492aa1bf485",
	"0035_broadcasts_and_messages.sql": "5ed8c4df0be1d96b780bbb99e76078053605fc3fcade5986196efcbed70f0494",
	"0036_reviews.sql": "36073949f321ad2239d8169b4ebbf7e6da8c8eaf7833d27ca8ee709199540349",
	"0037_discussions.sql": "2a523b330627bfd4237b48663fad1a1c8c716e86df25e936d190dc72804f50c0",
	"0038_bounds.sql": "c8079dd3a0f864881beb3a2114ebdbe3cb763f08191102fae2d6594a6ac9612f",
	"0039_uploads.sql": "85154e482c15eccb6512ea9fd6366e4eb0a8170557e38d6d45b8e74749fa0228",
	"0040_word_searches.sql": "c0706c5332e162afb8c534c50c4ad1d2b6ce58a82163683fdf8727c07ff4f24a",
	"0041_spam.sql": "c1b0bf9f52c4268698d70c11665566119aa41f081c807d83e0ae2db84e02f3fd",
	"0042_draft_versions.sql": "a4b8cb045485637a95175102b7afca0c63422e7329fb42f3d25ff3bf3662ae59",
	"0043_mail_order.sql": "8e04f047a3d4af27dfa595c60c94d64089575b7d5eed6bcd7de153d38144bc35",
	"0044_full_lists.sql": "f34e22eb1583abb7c2be9bb7764b213502da305d72cce38ba037d962525f98a2",
	"0045_optouts.sql": "a65be0458a701e2e9c0b92032ce375f7afcfb079f76bf4c922e47e7511e44670",
};

/** Tables with their columns, and the texts of everything else; spaces and quotes do not matter. */
function shapeOf(sqlite: Sqlite.Database): unknown {
	const objects = sqlite
		.prepare(
			"select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by name",
		)
		.all() as { type: string; name: string; sql: string }[];
	return objects.map(({ type, name, sql }) => ({
		type,
		name,
		sql: sql.replace(/["`]/g, "").replace(/\s+/g, " "),
		columns: type === "table" ? sqlite.pragma(`table_xinfo(${name})`) : [],
		references: type === "table" ? sqlite.pragma(`foreign_key_list(${name})`) : [],
	}));
}

let wanted: unknown;

beforeAll(() => {
	const folder = mkdtempSync(join(tmpdir(), "rostrum-fresh-"));
	try {
		const file = join(folder, "fresh.db");
		open(file);
		const fresh = new Sqlite(file);
		wanted = shapeOf(fresh);
		fresh.close();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

const HISTORIES = FILES.flatMap((_, number) =>
	number < WITHOUT_HASHES ? histories(number + 1) : [FILES.slice(0, number + 1).map((name) => join(folder, name))],
).map((history) => ({
	history,
	name: `version ${history.length} ${history.filter((path) => path.includes("superseded")).map((path) => path.slice(-12, -4))}`,
}));

describe("a database of every version that was ever made is brought up to date with all its rows", () => {
	it.each(HISTORIES)("$name", ({ history }) => {
		const { file, rows } = madeBy(history);
		open(file);
		const sqlite = new Sqlite(file);
		expect(shapeOf(sqlite)).toEqual(wanted);
		const kept = Object.fromEntries(
			Object.entries(rows).map(([table, before]) => [
				table,
				sqlite
					.prepare(`select * from ${table}`)
					.all()
					.map((row) =>
						Object.fromEntries(Object.entries(row as object).filter(([name]) => name in (before[0] ?? {}))),
					),
			]),
		);
		// What is not a column any more has gone with it.
		const present = Object.fromEntries(
			Object.entries(rows).map(([table, before]) => [
				table,
				before.map((row) =>
					Object.fromEntries(Object.entries(row).filter(([name]) => columnsOf(sqlite, table).includes(name))),
				),
			]),
		);
		expect(kept).toEqual(present);
		expect(sqlite.prepare("select seq from sqlite_sequence where name = 'entries'").pluck().get()).toBe(8);
		expect(sqlite.prepare("select sum(n) from entry_counts where status = 'Accept'").pluck().get()).toBe(1);
		expect(sqlite.prepare("select email_folded from entries").pluck().get()).toBe("ada@example.org");
		expect(sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
		expect(sqlite.prepare("select hash from applied_migrations order by number").pluck().all()).toEqual(
			FILES.map((name) => hashOf(readFileSync(join(folder, name), "utf8"))),
		);
		sqlite.close();
	});
});

it("a draft keeps the version of another device, which had columns of its own", () => {
	const { file } = madeBy(FILES.slice(0, 42).map((name) => join(folder, name)));
	const sqlite = new Sqlite(file);
	const add = sqlite.prepare(
		"insert into drafts (subject, form, \"values\", updated_at, previous, previous_at) values (?, 'talk', '{}', 2, ?, ?)",
	);
	add.run("user:1", '{"title":"Typed \\"elsewhere\\""}', 1);
	add.run("user:2", null, null);
	sqlite.close();
	open(file);
	const drafts = new Sqlite(file).prepare("select older from drafts where form = 'talk' order by subject").pluck();
	expect(drafts.all()).toEqual(['[{"values":{"title":"Typed \\"elsewhere\\""},"savedAt":1}]', "[]"]);
});

describe("what was merged stays as it is", () => {
	it("every migration has its recorded hash", () => {
		const present = FILES.map((name) => [name, hashOf(readFileSync(join(folder, name), "utf8"))]);
		expect(Object.fromEntries(present)).toEqual(MERGED);
	});

	it("tables that no known migrations make are refused with one line, and left alone", () => {
		const { file } = madeBy(FILES.slice(0, 8).map((name) => join(folder, name)));
		const sqlite = new Sqlite(file);
		sqlite.exec("alter table users add nickname text");
		const before = sqlite.prepare("select * from sqlite_master").all();
		expect(() => open(file)).toThrow(
			"The tables of the database are not those of version 8; start the program that made it, or restore a backup",
		);
		expect(sqlite.prepare("select * from sqlite_master").all()).toEqual(before);
		expect(sqlite.pragma("user_version", { simple: true })).toBe(8);
		sqlite.close();
	});

	it("a migration that this program does not know is refused with one line, and a superseded one is taken over", () => {
		const file = join(temporaryDirectory(), "rostrum.db");
		open(file);
		const sqlite = new Sqlite(file);
		const pretend = (number: number, hash: string) =>
			sqlite.prepare("update applied_migrations set hash = ? where number = ?").run(hash, number);
		pretend(6, hashOf(readFileSync(join(folder, "superseded", SUPERSEDED.at(-1) ?? ""), "utf8")));
		open(file);
		expect(sqlite.prepare("select hash from applied_migrations where number = 6").pluck().get()).toBe(
			MERGED["0006_erasures.sql"],
		);
		pretend(6, "another");
		expect(() => open(file)).toThrow(
			"Migration 6 of the database is not one of this program; start the program that made it, or restore a backup",
		);
		sqlite.close();
	});
});

it("a server starts on data of a superseded migration and shows it", async () => {
	const superseded = join(folder, "superseded", SUPERSEDED.at(-1) ?? "");
	const history = FILES.slice(0, 8).map((name) => (name.startsWith("0006") ? superseded : join(folder, name)));
	const { file } = madeBy(history);
	const directory = temporaryDirectory();
	const data = join(directory, "data");
	mkdirSync(data, { mode: 0o700 });
	cpSync(file, join(data, "rostrum.db"));
	const uploads = join(directory, "uploads");
	mkdirSync(uploads, { mode: 0o700 });
	// Its own, though no marker says so yet.
	writeFileSync(join(uploads, `${"f".repeat(32)}.jpg`), "a photo");
	const server = await startServer({ DATA_DIR: data, UPLOADS_DIR: uploads });
	expect(await (await fetch(`${server.origin}/proposals`)).text()).toContain("Title 7");
	expect(await server.end("SIGTERM")).toBe(0);
});
