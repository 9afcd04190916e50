import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hangzhou } from "../../app/programmes/talk.ts";
import type { Volume } from "../portal.ts";
import { sha256 } from "../secrets.ts";
import { type Actor, GUEST } from "../services/actor.ts";
import type { Accepted } from "../services/entries.ts";
import type { UploadedFile } from "../services/photos.ts";
import type { Submission } from "../services/submission.ts";
import { portrait } from "./portraits.ts";
import type { DemoTalk } from "./talk.ts";
import { englishTalks } from "./talks-en.ts";
import { chineseTalks } from "./talks-zh.ts";

/** The time the services see while the past is being made up. Milliseconds since the epoch. */
export interface Clock {
	now: number;
}

/** When the administrator set the portal up, two days before the call opened. */
const SET_UP = "2025-05-16T09:00";

/** When the programme committee met, in Hangzhou's time. What came in later is still to be decided. */
const MEETINGS = ["2025-07-11T14:00", "2025-08-08T14:00"];

/** A soft form lets an answer stay empty at the third try. */
const TRIES = 3;

/**
 * Gives an empty volume its past: the administrator, the talks in the order in which they came, the decisions.
 * @throws Error when anything is refused, naming the talk
 */
export async function fill(
	volume: Volume,
	clock: Clock,
	signIn: { email: string; password: string },
): Promise<{ talks: number; incomplete: number }> {
	const { services } = volume;
	clock.now = instantOf(SET_UP);
	const account = await services.administrators.create(signIn.email, signIn.password);
	const user = { ...account, name: "", isVerified: true, expiresAt: Number.POSITIVE_INFINITY, sessionHash: "" };
	const admin: Actor = { user, visitor: undefined };

	const talks = [...chineseTalks, ...englishTalks].sort((one, other) => instantOf(one.sent) - instantOf(other.sent));
	const received: (Accepted & { talk: DemoTalk })[] = [];
	for (const talk of talks) {
		clock.now = instantOf(talk.sent);
		received.push({ ...(await submit(volume, talk.onBehalf ? admin : GUEST, talk)), talk });
	}

	for (const [index, meeting] of MEETINGS.entries()) {
		clock.now = instantOf(meeting);
		const since = instantOf(MEETINGS[index - 1] ?? SET_UP);
		const changes = received
			.filter(({ talk }) => instantOf(talk.sent) > since && instantOf(talk.sent) <= clock.now)
			.filter(({ status, talk }) => talk.status !== status)
			.map(({ id, status, talk }) => ({ id, kind: "status" as const, was: status, to: talk.status }));
		for (const change of changes) await services.reviews.change(admin, [change]);
	}
	return { talks: talks.length, incomplete: received.filter(({ incomplete }) => incomplete.length > 0).length };
}

/** Sends the form as often as a person in a hurry would, with the photo and the counts of the try before. */
async function submit({ services, temporary }: Volume, actor: Actor, talk: DemoTalk): Promise<Accepted> {
	const form = formOf(talk);
	const about: Omit<Submission, "form" | "upload"> = {
		programme: hangzhou,
		place: { variant: undefined, editor: false },
		id: 0,
		locale: /\p{Script=Han}/u.test(talk.name) ? "zh" : "en",
		from: "page",
	};
	let upload = await uploadOf(talk, temporary);
	for (let tries = 1; ; tries += 1) {
		const result = await services.entries.submit(actor, { ...about, form, upload });
		if (result.ok) return result;
		if (result.malformed || tries === TRIES) throw new Error(`${talk.title}: ${JSON.stringify(result.problems)}`);
		form.attempts = result.attempts;
		if (result.photo) form.photo = services.photos.referenceTo(result.photo.name, actor);
		upload = undefined;
	}
}

function formOf(talk: DemoTalk): Record<string, string> {
	const { sent, status, look, withoutConsent, onBehalf, ...answers } = talk;
	return withoutConsent ? answers : { ...answers, consent: "true" };
}

/** The portrait as the body parser would leave it; the photo service takes the file away. */
async function uploadOf({ email, look }: DemoTalk, temporary: string): Promise<UploadedFile | undefined> {
	if (!look) return;
	const jpeg = await portrait(email, look);
	const path = join(temporary, randomBytes(16).toString("hex"));
	await writeFile(path, jpeg, { flag: "wx", mode: 0o600 });
	const sourceHash = sha256(jpeg).toString("hex");
	return { path, bytes: jpeg.length, tooBig: false, sourceHash, sourceName: "portrait.jpg" };
}

function instantOf(minute: string): number {
	return Date.parse(`${minute}:00+08:00`);
}
