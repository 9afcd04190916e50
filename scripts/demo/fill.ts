import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Status } from "../../app/lifecycle.ts";
import { type RawForm, textOf } from "../../app/programmes/answers.ts";
import { sha256 } from "../../server/secrets.ts";
import { type Actor, GUEST } from "../../server/services/actor.ts";
import type { Accepted } from "../../server/services/entries/accepted.ts";
import type { Submission } from "../../server/services/entries/submission.ts";
import type { UploadedFile } from "../../server/services/photos/photos.ts";
import type { Volume } from "../../server/volume.ts";
import { review } from "./committee.ts";
import { type DemoEntry, otherEntries } from "./other-entries.ts";
import { portrait } from "./portraits.ts";
import { type Clock, signedIn } from "./simulation.ts";
import type { DemoTalk } from "./talk.ts";
import { englishTalks } from "./talks-en.ts";
import { chineseTalks } from "./talks-zh.ts";
import { publishSchedule } from "./timetable.ts";

/** When the administrator set the portal up, two days before the call opened. */
const SET_UP = "2025-05-16T09:00";

/** An entry to create: its author's answers, and its later status. */
interface Arrival {
	category: string;
	sent: string;
	status: Status;
	form: RawForm;
	look?: DemoTalk["look"];
	onBehalf?: true | undefined;
}

/** Date of the committee meeting; later submissions are undecided. */
const MEETINGS = ["2025-07-11T14:00", "2025-08-08T14:00"];

/** Date of the first release; half of the accepted talks are scheduled. */
const PUBLISHED = "2025-08-22T16:00";

const MAILS_AT_ONCE = 50;

/** Attempts after which a soft form is let through. */
const TRIES = 3;

/**
 * Fills an empty volume: administrator, entries in order, decisions, schedule, and a committee that reviews.
 * @returns the address of a reviewer, who has the administrator's password, and counts
 * @throws Error naming the entry if anything is refused
 */
export async function fill(
	volume: Volume,
	clock: Clock,
	signIn: { email: string; password: string },
): Promise<{ reviewer: string; entries: number; incomplete: number }> {
	const { services } = volume;
	clock.now = instantOf(SET_UP);
	const admin = signedIn(await services.administrators.create(signIn.email, signIn.password));

	const arrivals = [...[...chineseTalks, ...englishTalks].map(arrivalOf), ...otherEntries.map(arrivalOfOther)];
	arrivals.sort((one, other) => instantOf(one.sent) - instantOf(other.sent));
	const received: (Accepted & { arrival: Arrival })[] = [];
	for (const arrival of arrivals) {
		clock.now = instantOf(arrival.sent);
		received.push({ ...(await submit(volume, arrival.onBehalf ? admin : GUEST, arrival)), arrival });
	}

	for (const [index, meeting] of MEETINGS.entries()) {
		clock.now = instantOf(meeting);
		const since = instantOf(MEETINGS[index - 1] ?? SET_UP);
		const changes = received
			.filter(({ arrival }) => instantOf(arrival.sent) > since && instantOf(arrival.sent) <= clock.now)
			.filter(({ status, arrival }) => arrival.status !== status)
			.map(({ id, status, arrival }) => ({ id, kind: "status" as const, was: status, to: arrival.status }));
		for (const change of changes) await services.triage.change(admin, [change]);
		const isAccepted = ({ arrival: { category, sent, status } }: (typeof received)[number]) =>
			category === "hangzhou" && status === "Accept" && instantOf(sent) <= clock.now;
		if (index === 0) await mailAcceptances(volume, admin, received.filter(isAccepted));
	}
	clock.now = instantOf(PUBLISHED);
	await publishSchedule(volume, admin);
	const reviewer = await review(volume, clock, admin, received, signIn.password);
	return {
		reviewer,
		entries: arrivals.length,
		incomplete: received.filter(({ incomplete }) => incomplete.length > 0).length,
	};
}

/** The acceptances of the first meeting have been mailed, with everything before them. Later emails stay in the outbox. */
async function mailAcceptances({ services }: Volume, admin: Actor, accepted: readonly { id: number }[]): Promise<void> {
	for (const { id } of accepted) await services.letters.send(admin, { id, kind: "accept" });
	for (let due = await claimed(); due.length > 0; due = await claimed())
		for (const delivery of due) await services.mailing.markSent(delivery);

	function claimed() {
		return services.mailing.claim({ all: MAILS_AT_ONCE, paced: MAILS_AT_ONCE }, []);
	}
}

/** Submits a form repeatedly until it is let through, with photo and counts. */
async function submit({ services, temporary }: Volume, actor: Actor, arrival: Arrival): Promise<Accepted> {
	const form = { ...arrival.form };
	const words = Object.values(form).flat().join("");
	const programme = services.registry().programmeOf(arrival.category);
	const { variants } = programme;
	const variant = variants.find(
		({ path, fixed }) => path && Object.entries(fixed).every(([name, is]) => form[name] === is),
	);
	const about: Omit<Submission, "form" | "upload"> = {
		programme,
		place: { variant, editor: false },
		id: 0,
		arrivedAt: Date.now(),
		locale: /\p{Script=Han}{6}/u.test(words) ? "zh" : "en",
		omittedConsent: "refused",
		omittedFields: "emptied",
		lostPhoto: "problem",
		keepsDraft: false,
	};
	let upload = await uploadOf(arrival, temporary);
	for (let tries = 1; ; tries += 1) {
		const result = await services.entries.submit(actor, { ...about, form, upload });
		if (result.ok) return result;
		if (result.malformed || tries === TRIES) throw new Error(`${arrival.sent}: ${JSON.stringify(result.problems)}`);
		form.attempts = result.attempts;
		if (result.photo) form.photo = services.photos.referenceTo(result.photo.name, actor);
		upload = undefined;
	}
}

function arrivalOf(talk: DemoTalk): Arrival {
	const { sent, status, look, withoutConsent, onBehalf, ...answers } = talk;
	const form = withoutConsent ? answers : { ...answers, consent: "true" };
	return { category: "hangzhou", sent, status, form, look, onBehalf };
}

function arrivalOfOther({ category, sent, status, answers }: DemoEntry): Arrival {
	return { category, sent, status, form: answers };
}

/** A portrait as an uploaded file; the photo service moves it. */
async function uploadOf({ form, look }: Arrival, temporary: string): Promise<UploadedFile | undefined> {
	if (!look) return;
	const jpeg = await portrait(textOf(form, "email"), look);
	const path = join(temporary, randomBytes(16).toString("hex"));
	await writeFile(path, jpeg, { flag: "wx", mode: 0o600 });
	const sourceHash = sha256(jpeg).toString("hex");
	return { path, bytes: jpeg.length, tooBig: false, sourceHash, sourceName: "portrait.jpg" };
}

function instantOf(minute: string): number {
	return Date.parse(`${minute}:00+08:00`);
}
