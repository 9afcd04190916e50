import { expect, it } from "vitest";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { portrait, talk } from "../support/talks.ts";

const LARGE = "Larger than the recommended 2\u00a0MB, but accepted.";

/** A photo padded to this size; decoders ignore trailing bytes. */
async function photoOf(bytes: number) {
	const { name, bytes: picture } = await portrait();
	return { name, bytes: Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]) };
}

const MIB = 1024 * 1024;

it("a photo above 2 MB is accepted with warnings beside the field and on the next page", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	const page = (await agent.get("/hangzhou").expect(200)).text;
	for (const [bytes, warns] of [
		[2 * MIB, false],
		[2 * MIB + 1, true],
	] as const) {
		const back = await submitForm(agent, page, talk({ title: "", file: await photoOf(bytes) })).expect(422);
		expect([bytes, back.text.includes("photo-kept"), textOfPage(back.text).includes(LARGE)]).toEqual([
			bytes,
			true,
			warns,
		]);
		const sent = await submitForm(agent, back.text, { title: `Of ${bytes}`, consent: true }).expect(303);
		const { pathname, search } = new URL(sent.headers.location ?? "");
		const thanks = textOfPage((await agent.get(pathname + search).expect(200)).text);
		const told = "Longer or larger than recommended, but received as it is: Profile Photo.";
		expect([bytes, thanks.includes("Thank you!"), thanks.includes(told)]).toEqual([bytes, true, warns]);
	}
	expect(portal.sqlite.prepare("select count(*) from entries where photo is not null").pluck().get()).toBe(2);
});

it("other ignored hints are repeated after sending, and no other text can be injected", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	const page = (await agent.get("/hangzhou").expect(200)).text;
	const sent = await submitForm(agent, page, talk({ abstract: "字".repeat(256), file: await portrait() })).expect(303);
	const { pathname, search } = new URL(sent.headers.location ?? "");
	const thanks = textOfPage((await agent.get(pathname + search)).text);
	expect(thanks).toContain("Longer or larger than recommended, but received as it is: Talk Abstract.");
	const forged = await agent.get("/thank-you?entry=talk-1&beyond=nonsense+constructor+%3Cb%3E").expect(200);
	expect(textOfPage(forged.text)).not.toContain("advised");
});

it("at least one attempt remains while something else refuses the form", async () => {
	const portal = await openPortal();
	const agent = portal.agent();
	let html = (await agent.get("/hangzhou").expect(200)).text;
	const seen: (string | undefined)[] = [];
	for (let tries = 0; tries < 5; tries += 1) {
		const filling = tries === 0 ? talk({ title: "", github: "javascript:alert(1)", file: await portrait() }) : {};
		html = (await submitForm(agent, html, filling).expect(422)).text;
		const { beside, headline } = errorsOf(html);
		expect(headline?.split("(")[1]).toBe(beside.title?.split("(")[1]);
		seen.push(beside.title);
	}
	expect(seen).toEqual([
		"Talk Title is required (2 more attempts before auto-proceed)",
		...Array(4).fill("Talk Title is required (1 more attempt before auto-proceed)"),
	]);
	await submitForm(agent, html, { github: "" }).expect(303);
	expect(portal.sqlite.prepare("select incomplete from entries").pluck().get()).toBe('["title"]');
});
