import { describe, expect, it } from "vitest";
import en from "../../app/locales/en.json" with { type: "json" };
import { columnsWith, type Holds, PLACES } from "../../server/services/privacy/places.ts";
import { columnsOf, ONE_OF_EACH, STRUCTURE } from "../support/canaries.ts";
import { sendTalk } from "../support/entries.ts";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { addPerson } from "../support/sessions.ts";

const WHO = "qzx.person@example.org";
const SPELLED = "Qzx.Person@Example.ORG";

/** What a column of each sort is given: a text of somebody else with the address in it. */
const GIVEN: Record<Holds, string | undefined> = {
	text: `'ask Qzx Person <${SPELLED}>'`,
	json: `'{"more":["Ask ${SPELLED}"]}'`,
	edit: `cast('"Ask ${SPELLED}"' as blob)`,
	copy: `'ask ${WHO} or others'`,
	reply: `'${SPELLED}'`,
	view: `'q=Qzx.person%40example.org'`,
	event: undefined,
	address: undefined,
};
const ERASABLE = new Set(Object.keys(GIVEN).filter((holds) => GIVEN[holds as Holds])) as Set<Holds>;
const places = Object.entries(PLACES).map(([table, place]) => ({ table, columns: columnsWith(place, ERASABLE) }));

/** Every text of the database, by column. */
function textsIn(portal: TestPortal): Record<string, string> {
	return Object.fromEntries(
		columnsOf(portal).map((column) => {
			const [table, name] = column.split(".");
			const values = portal.sqlite.prepare(`select "${name}" from "${table}"`).pluck().all();
			return [column, values.map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : value)).join("\n")];
		}),
	);
}

/** Every place of people's texts with the address, in rows of others. */
async function fill(): Promise<TestPortal> {
	const portal = await openPortal();
	await sendTalk(portal);
	await addPerson(portal, "other@example.org", "Other");
	const { sqlite } = portal;
	sqlite.exec(`${ONE_OF_EACH};
		insert into drafts (subject, form, "values", updated_at) values ('user:99', 'hangzhou', '{}', 1)`);
	for (const { table, columns } of places)
		for (const [name, holds] of columns) sqlite.exec(`update "${table}" set "${name}" = ${GIVEN[holds]}`);
	return portal;
}

const withAddress = (portal: TestPortal) =>
	Object.entries(textsIn(portal))
		.filter(([, text]) => /qzx.?person(@|%40)example/i.test(text))
		.map(([column]) => column);

describe("the columns of the database", () => {
	it("each say what they have of people", async () => {
		const portal = await openPortal();
		const known = Object.entries(PLACES).flatMap(([table, { columns }]) =>
			Object.keys(columns).map((name) => `${table}.${name}`),
		);
		expect(known.sort()).toEqual(columnsOf(portal).sort());
	});

	it("are searched unless they are structure, a key or a fingerprint", async () => {
		const portal = await openPortal();
		const holdsOf = (column: string) => {
			const [table = "", name = ""] = column.split(".");
			return PLACES[table]?.columns[name];
		};
		const structure = new Set(STRUCTURE);
		expect(STRUCTURE.filter((column) => !["nothing", "event"].includes(holdsOf(column) ?? ""))).toEqual([]);
		const unsearched = columnsOf(portal).filter((one) => !structure.has(one) && holdsOf(one) === "nothing");
		expect(unsearched.sort()).toEqual(
			[
				...["attempts.subject", "broadcasts.seen", "decision_releases.seen", "devices.device_hash"],
				...["draft_links.secret_hash", "drafts.subject", "entries.sent_from", "entries.submission_key"],
				...["entry_log.batch", "entry_log.state", "entry_log.undoes", "identities.subject", "late_entries.subject"],
				...["late_entries.submission_key", "late_links.secret_hash", "memberships.calls", "memberships.tracks"],
				...["one_time_secrets.detail", "one_time_secrets.secret_hash", "opt_outs.person"],
				...["outbox.asked_by", "outbox.dedupe_key"],
				...["outbox.erased_recipient", "outbox.message_id", "photos.source_hash", "reviews.marks"],
				...["sessions.id_hash", "sessions.ip_prefix", "sessions.user_agent", "users.password_hash"],
			].sort(),
		);
	});

	it("that are searched have a name on the page", () => {
		const searched = new Set<Holds>(["text", "json", "edit", "reply", "view", "event"]);
		const tables = Object.entries(PLACES).filter(([, place]) => columnsWith(place, searched).length > 0);
		expect(Object.keys(en.person.places).sort()).toEqual(tables.map(([table]) => table).sort());
	});
});

describe("an address in a text of others", () => {
	it("is found wherever it is", async () => {
		const portal = await fill();
		const found = await portal.services.people.find(WHO);
		const wanted = places.filter(({ columns }) => columns.some(([, holds]) => holds !== "copy"));
		expect([...new Set(found?.address.shown.map(({ place }) => place))].sort()).toEqual(
			wanted.map(({ table }) => table).sort(),
		);
		expect(found?.counts).toEqual({ entries: 0, drafts: 0, late: 0, mails: 0 });
		expect(found?.names).toContain("Qzx Person");
	});

	it("is taken out wherever it is, and everything else stays", async () => {
		const portal = await fill();
		const planted = places.flatMap(({ table, columns }) => columns.map(([name]) => `${table}.${name}`));
		expect(withAddress(portal).sort()).toEqual(planted.sort());
		const counts = () =>
			Object.keys(PLACES)
				.filter((table) => !["saved_views", "erasures", "sqlite_sequence"].includes(table))
				.map((table) => [table, portal.sqlite.prepare(`select count(*) from "${table}"`).pluck().get()]);
		const before = counts();
		const erased = await portal.services.erasing.erase({ address: SPELLED });
		expect(erased).toMatchObject({ hadAccount: false, entries: 0, mails: 0, logLeft: false });
		expect(withAddress(portal)).toEqual([]);
		expect(counts()).toEqual(before);
		const texts = textsIn(portal);
		expect(texts["messages.body"]).toContain("ask Qzx Person <[removed]>");
		expect(texts["edited_answers.before"]).toContain('"Ask [removed]"');
		expect(texts["entries.answers"]).toBe('{"more":["Ask [removed]"]}');
		const found = portal.sqlite.prepare("select count(*) from entry_search where entry_search match ?").pluck();
		expect(found.get('"qzx.person"')).toBe(0);
		expect(found.get('"removed"')).toBe(1);
		expect(await portal.services.people.find(WHO)).toBeUndefined();
		expect(await portal.services.erasing.erase({ address: WHO })).toBeUndefined();
	});
});
