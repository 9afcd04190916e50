import { once } from "node:events";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPortal, type TestPortal } from "../support/portal.ts";
import { portrait, talkFields } from "../support/talks.ts";

const dataUrl = (bytes: Buffer, type = "image/jpeg") => `data:${type};base64,${bytes.toString("base64")}`;

/** A request in pieces, which does not say its length. */
const CHUNKED = (body: string) =>
	({
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: new Blob([body]).stream(),
		duplex: "half",
	}) as RequestInit;

const submit = (portal: TestPortal, body: object) => portal.agent().post("/api/submit").send(body);

const stored = ({ sqlite }: TestPortal) =>
	sqlite
		.prepare(
			"select title, photo is not null as hasPhoto, photos.source_name as name from entries left join photos on photos.name = photo",
		)
		.all();

describe("a talk as JSON", () => {
	it("is stored like the same form, with its photo as a data URL", async () => {
		const portal = await openPortal();
		const { bytes } = await portrait();
		const body = { ...talkFields({ title: "By JSON" }), id: 0, file: dataUrl(bytes), filename: "me.jpg" };
		const answer = await submit(portal, body).expect(201);
		expect(answer.body).toEqual({ id: 1, spotId: "talk-1", category: "hangzhou", status: "New", incomplete: [] });
		expect(stored(portal)).toEqual([{ title: "By JSON", hasPhoto: 1, name: "me.jpg" }]);
	});

	it("can have a photo as large as a form's, and none that is larger", async () => {
		const portal = await openPortal();
		const { bytes } = await portrait(600, 600);
		const large = (mib: number) => Buffer.concat([bytes, Buffer.alloc(mib * 1024 * 1024 - bytes.length)]);
		await submit(portal, { ...talkFields(), file: dataUrl(large(10)) }).expect(201);
		const refused = await submit(portal, {
			...talkFields({ title: "Another" }),
			file: dataUrl(Buffer.concat([large(10), bytes])),
		});
		expect([refused.status, refused.body.problems?.[0]?.field]).toEqual([400, "file"]);
		await submit(portal, { ...talkFields({ title: "Third" }), file: dataUrl(large(11)) }).expect(413);
		expect(stored(portal)).toHaveLength(1);
	});

	it("can be sent without its photo, which a change adds later", async () => {
		const portal = await openPortal();
		const { body: account } = await portal
			.agent()
			.post("/api/auth/register")
			.send({ username: "li@example.org", password: "Plum-tree 77", name: "Li" })
			.expect(201)
			.then(() =>
				portal.agent().post("/api/auth/login").send({ username: "li@example.org", password: "Plum-tree 77" }),
			);
		const bearer = { Authorization: `Bearer ${account.token}` };
		const send = () => submit(portal, { ...talkFields(), filename: "NOFILE" }).set(bearer);
		// The call of the specification lets the third try through.
		expect([(await send()).status, (await send()).status]).toEqual([422, 422]);
		const first = await send();
		expect([first.status, first.body.incomplete]).toEqual([201, ["file"]]);
		const { bytes } = await portrait();
		const second = await submit(portal, { id: first.body.id, file: dataUrl(bytes) }).set(bearer);
		expect([second.status, second.body.incomplete]).toEqual([200, []]);
	});

	it("is refused by its file where that is no photo, in whatever form it comes", async () => {
		const portal = await openPortal();
		for (const file of [
			"hello",
			"data:image/png;base64,aGVsbG8=",
			"data:text/plain,hello",
			"https://example.org/me.jpg",
		]) {
			const { status, body } = await submit(portal, { ...talkFields(), file });
			expect([file, status, body.problems?.map(({ field }: { field: string }) => field)]).toEqual([
				file,
				400,
				["file"],
			]);
		}
		// As text it would be a file of no bytes, or of others than were sent.
		const unreadable = ["data:image/png;base64,", "data:image/png;base64,!!!!", "data:image/png;base64,aGVs%bG8="];
		for (const file of [...unreadable, 1, true, {}, ["data:image/png;base64,aGVsbG8="]]) {
			const { status, body } = await submit(portal, { ...talkFields(), file });
			expect([file, status, body.problems?.[0]?.field]).toEqual([file, 400, "file"]);
		}
		expect(stored(portal)).toEqual([]);
	});

	it("may come without its length as long as it is small, from several at once", async () => {
		const portal = await openPortal();
		const send = (body: string) => fetch(`${portal.origin}/api/submit`, CHUNKED(body)).then(({ status }) => status);
		const incomplete = JSON.stringify({ ...talkFields(), filename: "NOFILE" });
		expect(await Promise.all(Array.from({ length: 8 }, () => send(incomplete)))).toEqual(Array(8).fill(422));
		const { bytes } = await portrait(600, 600);
		const photo = dataUrl(Buffer.concat([bytes, Buffer.alloc(200_000)]));
		expect(await send(JSON.stringify({ ...talkFields(), file: photo }))).toBe(413);
	});

	it("names its fields of another type, and ignores what it does not know", async () => {
		const portal = await openPortal();
		const odd = { ...talkFields(), title: { en: "x" }, keywords: { a: 1 }, "a[b]": "c" };
		const { status, body } = await submit(portal, odd);
		expect([status, body.problems?.map(({ field }: { field: string }) => field).sort()]).toEqual([400, ["title"]]);
		const incomplete = { ...talkFields(), filename: "NOFILE", keywords: { a: 1 }, "a[b]": "c" };
		expect((await submit(portal, incomplete)).body.problems?.map(({ field }: { field: string }) => field)).toEqual([
			"file",
		]);
	});

	it("is taken beside others that arrive slowly", async () => {
		const portal = await openPortal({ RATE_LIMIT_SCALE: "1" });
		const { bytes } = await portrait(600, 600);
		const body = JSON.stringify({ ...talkFields(), file: dataUrl(Buffer.concat([bytes, Buffer.alloc(200_000)])) });
		const head = { "Content-Type": "application/json", "Content-Length": "5000000" };
		for (let held = 0; held < 4; held += 1) {
			const slow = request(`${portal.origin}/api/submit`, { method: "POST", headers: head }).on(
				"error",
				() => undefined,
			);
			slow.write('{"title":"');
			onTestFinished(() => void slow.destroy());
			await once(slow, "socket");
		}
		await setTimeout(100);
		await portal.agent().post("/api/submit").type("json").send(body).expect(201);
	});

	it("is not read where it has more values than any form, however they are hidden", async () => {
		const portal = await openPortal();
		const send = (text: string) =>
			portal.agent().post("/api/submit").set("Content-Type", "application/json").send(text);
		const many = "[".repeat(200_000);
		for (const text of [
			many,
			`{"title":"\\\\",${many}`,
			`{"title":"\\"","a":${many}`,
			`{"a":[${"1,".repeat(100_000)}1]}`,
		])
			expect([text.slice(0, 20), (await send(text)).status]).toEqual([text.slice(0, 20), 413]);
		const utf16 = portal.agent().post("/api/submit").set("Content-Type", "application/json; charset=utf-16");
		expect((await utf16.send(Buffer.alloc(200_000, 0x5b))).status).toBe(415);
		// Texts may hold as many as they like.
		expect(
			(await send(JSON.stringify({ ...talkFields(), details: many, file: dataUrl(Buffer.alloc(90_000)) }))).status,
		).toBe(400);
	});
});

it("a nomination as JSON is stored like the same form", async () => {
	const portal = await openPortal();
	const { body, status } = await portal.agent().post("/api/spotlight").send({
		category: "sl-hz",
		nominatorName: "Li",
		projectname: "Rostrum",
	});
	expect([status, body.error]).toEqual([422, "INCOMPLETE"]);
});
