import { expect, it } from "vitest";
import {
	type ApiDocument,
	examplesOf,
	expectDescribed,
	type Operation,
	readApiDocument,
} from "../support/api-document.ts";
import { ADMIN, type TestPortal } from "../support/portal.ts";
import { addReviewer, REVIEWER, reviewed } from "../support/reviews.ts";
import { sendAccepted } from "../support/schedule.ts";
import { bearerOf } from "../support/sessions.ts";

const SPEAKER = "li@example.org";
type Values = Record<string, string | number>;
/** Whoever has a call of that name; the others are an administrator's. */
const CALLERS: Record<string, string | undefined> = {
	...Object.fromEntries(
		["register", "logIn", "requestPasswordReset", "checkPasswordReset", "resetPassword"].map((name) => [
			name,
			undefined,
		]),
	),
	...Object.fromEntries(
		["submitTalk", "submitNomination", "registerForForum", "listOwnEntries", "getOwnTalk", "getOwnNomination"].map(
			(name) => [name, SPEAKER],
		),
	),
	...Object.fromEntries(["exportOwnData", "eraseOwnData"].map((name) => [name, SPEAKER])),
	...Object.fromEntries(
		["listOwnReviews", "getReview", "saveReview", "declareConflict", "getDiscussion", "writeComment"].map((name) => [
			name,
			REVIEWER,
		]),
	),
	deleteComment: REVIEWER,
};
/** What has to be done before something else, in this order; the others come between, in that of the document. */
const FIRST = ["register", "logIn", "submitTalk", "registerForForum", "submitNomination", "changeEntry", "saveReview"];
const LAST = ["closeDiscussion", "changeTrack", "resetPassword", "logOut", "eraseOwnData"];
/** Calls that lead away, or that nobody can complete here. */
const OTHER_STATUS: Record<string, number> = { startGithubLogin: 302, finishGithubLogin: 401 };

const rank = ({ operationId }: Operation) => {
	if (LAST.includes(operationId)) return FIRST.length + 1 + LAST.indexOf(operationId);
	return FIRST.includes(operationId) ? FIRST.indexOf(operationId) : FIRST.length;
};

const inOrder = ({ operations }: ApiDocument) => [...operations].sort((one, other) => rank(one) - rank(other));

/** The address of a call. */
const addressOf = ({ path }: Operation, values: Values) =>
	path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

/** Asks as somebody, or as a guest. */
async function ask(portal: TestPortal, { method }: Operation, address: string, email?: string, body?: object) {
	const asked = portal.agent()[method](address);
	if (email !== undefined) asked.set("Authorization", `Bearer ${await bearerOf(portal, email)}`);
	return body === undefined ? asked : asked.send(body);
}

/** Values that an example cannot know, because a call before it has told them. */
async function known(portal: TestPortal, { operationId }: Operation): Promise<object> {
	const read = (path: string, email: string) =>
		bearerOf(portal, email).then((token) => portal.agent().get(path).set("Authorization", `Bearer ${token}`));
	switch (operationId) {
		case "saveReview": {
			const { entryVersion, rulesVersion, revision } = (await read("/api/reviews/talk-1", REVIEWER)).body.review;
			return { entryVersion, rulesVersion, revision };
		}
		case "saveReviewRules":
			return { revision: (await read("/api/programmes/hangzhou/review-rules", ADMIN.email)).body.revision };
		case "saveRedactions":
			return { seen: (await read("/api/programmes/hangzhou/redactions/talk-1", ADMIN.email)).body.seen };
		case "removeAssignments":
			return { count: (await read("/api/programmes/hangzhou/assignments", ADMIN.email)).body.removable };
		case "applyAssignments": {
			const plan = portal.agent().post("/api/programmes/hangzhou/assignments/plan");
			const { body } = await plan
				.set("Authorization", `Bearer ${await bearerOf(portal, ADMIN.email)}`)
				.send({ way: "balance", reviewers: [2], most: 10 });
			return { seen: body.seen };
		}
		case "resetPassword": {
			const mail = portal.sqlite.prepare("select body from outbox where kind = 'reset'").pluck().get();
			return { token: /token=([\w-]+)/.exec(String(mail))?.[1] };
		}
		case "eraseOwnData":
			return { password: "Pear-tree 88" };
	}
	return {};
}

it("every call takes the examples of its description, and answers as that says", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	const api = await readApiDocument(portal);
	const values: Values = { call: "hangzhou", spot: "talk-1", spotId: "talk-1", id: 1 };
	const told: [string, number][] = [];
	for (const operation of inOrder(api)) {
		const { operationId } = operation;
		const caller = operationId in CALLERS ? CALLERS[operationId] : ADMIN.email;
		const address = addressOf(operation, {
			...values,
			...(operationId === "changeTrack" && { id: "ai-next" }),
			...(operationId === "getOwnNomination" && { spotId: "nomination-3" }),
		});
		for (const example of examplesOf(operation)) {
			const body = example && { ...example, ...(await known(portal, operation)) };
			const answer = await ask(portal, operation, address, caller, body);
			expectDescribed(api, operation, answer);
			const isRight = answer.status === (OTHER_STATUS[operationId] ?? answer.status) && answer.status < 300;
			expect([operationId, isRight || operationId in OTHER_STATUS ? "" : answer.text]).toEqual([operationId, ""]);
			told.push([operationId, answer.status]);
		}
	}
	expect(new Set(told.map(([name]) => name)).size).toBe(api.operations.length);
	expect(Object.fromEntries(told)).toMatchObject({ ...OTHER_STATUS, submitTalk: 201, eraseOwnData: 204 });
});

it.each(["a guest", SPEAKER, REVIEWER])(
	"every call answers %s as its description says, whoever may call it",
	async (who) => {
		const portal = await reviewed();
		await addReviewer(portal);
		const api = await readApiDocument(portal);
		await portal
			.agent()
			.post("/api/auth/register")
			.send({ username: SPEAKER, password: "Plum-tree 77", name: "Li" })
			.expect(201);
		const email = who === "a guest" ? undefined : who;
		for (const operation of inOrder(api)) {
			const address = addressOf(operation, { call: "hangzhou", spot: "talk-1", spotId: "talk-1", id: 1 });
			for (const example of examplesOf(operation)) {
				const answer = await ask(portal, operation, address, email, example);
				expectDescribed(api, operation, answer);
				if (operation["x-access"] === "everyone" || (email && operation["x-access"] === "signed-in")) continue;
				if (!email) expect([operation.operationId, answer.status]).toEqual([operation.operationId, 401]);
				else if (operation["x-access"] === "admin" || email === SPEAKER)
					expect([operation.operationId, answer.status]).toEqual([operation.operationId, 403]);
			}
		}
	},
);

it("what does not exist is answered alike, whatever call names it", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	await sendAccepted(portal, ["One"]);
	const api = await readApiDocument(portal);
	const asked: string[] = [];
	const nothing: Record<string, (string | number)[]> = {
		id: [0, -1, 99_999, "1e1", "9".repeat(30), "nothing"],
		spot: ["talk-99999", "talk-0", "nothing-1", "nomination-1", "nothing", "9".repeat(30)],
		spotId: ["talk-99999", "talk-0", "nothing-1", "nomination-1", "nothing", "9".repeat(30)],
		call: ["nothing", "constructor", "9".repeat(30)],
	};
	for (const operation of api.operations) {
		const names = (operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => name);
		for (const name of names)
			for (const value of nothing[name] ?? []) {
				// Whoever deletes again succeeds, and no number tells a comment that is gone from one that never was.
				if (operation.operationId === "deleteComment" && value === 99_999) continue;
				const values = { call: "hangzhou", spot: "talk-1", spotId: "talk-1", id: 1, [name]: value };
				for (const example of examplesOf(operation)) {
					const answer = await ask(portal, operation, addressOf(operation, values), ADMIN.email, example);
					const about = `${operation.operationId} ${name}=${value}`;
					asked.push(about);
					expect([about, answer.status, answer.body]).toEqual([
						about,
						404,
						{ message: expect.any(String), error: "NOT_FOUND" },
					]);
				}
			}
	}
	expect(asked.length).toBeGreaterThan(100);
});

/** Fields of bodies with the number or the reference of something. */
const NAMING = new Set(["id", "entryId", "spot", "reviewer", "reviewers", "had", "tell"]);

/** For each field with a number or a reference: the body with one that does not exist. */
function namingNothing(body: object): { field: string; body: object }[] {
	const nothing = (value: unknown): unknown =>
		Array.isArray(value) ? [99_999] : typeof value === "string" ? "talk-99999" : 99_999;
	return Object.entries(body).flatMap(([field, value]) => {
		if (NAMING.has(field)) return [{ field, body: { ...body, [field]: nothing(value) } }];
		if (!Array.isArray(value) || typeof value[0] !== "object") return [];
		return namingNothing(value[0]).map((one) => ({ field: one.field, body: { ...body, [field]: [one.body] } }));
	});
}

it("what does not exist is answered alike, too, whatever body names it, and nothing is changed", async () => {
	const portal = await reviewed();
	await addReviewer(portal);
	const api = await readApiDocument(portal);
	expect(await sendAccepted(portal, ["One"])).toEqual([1]);
	const held = () =>
		[
			"assignments",
			"review_comments",
			"slots where entry_id is not null",
			"conflicts",
			"entries",
			"outbox where kind in ('reviewing', 'mentioned')",
		].map((table) => portal.sqlite.prepare(`select count(*) from ${table}`).pluck().get());
	const before = held();
	const asked: string[] = [];
	for (const operation of api.operations) {
		const { operationId } = operation;
		// The ids in its body are chosen by whoever writes it.
		if (operationId === "saveReviewRules") continue;
		for (const example of examplesOf(operation)) {
			if (!example) continue;
			const whole =
				operation.requestBody && "multipart/form-data" in operation.requestBody.content
					? { ...example, id: 1 }
					: { ...example, ...(operationId === "writeComment" && { tell: [] }) };
			for (const { field, body } of namingNothing(whole)) {
				const address = addressOf(operation, { call: "hangzhou", spot: "talk-1", id: 1 });
				const answer = await ask(portal, operation, address, ADMIN.email, body);
				const about = `${operationId} ${field}`;
				asked.push(about);
				expect([about, answer.status, answer.body.error]).toEqual([about, 404, "NOT_FOUND"]);
			}
		}
	}
	expect(held()).toEqual(before);
	for (const one of ["assignEntry spot", "assignEntry had", "assignEntry reviewers", "removeAssignments reviewer"])
		expect(asked).toContain(one);
	for (const one of ["planAssignments reviewers", "applyAssignments reviewers", "remindReviewers reviewer"])
		expect(asked).toContain(one);
	for (const one of ["writeComment tell", "decideConflicts spot", "decideConflicts reviewer", "placeTalk entryId"])
		expect(asked).toContain(one);
	expect(asked).toContain("submitTalk id");
});
