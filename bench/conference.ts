import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { registryOf } from "../app/programmes/registry.ts";
import { templates } from "../app/programmes/templates.ts";
import { entries } from "../db/schema.ts";
import { otherEntries } from "../scripts/demo/other-entries.ts";
import type { DemoTalk } from "../scripts/demo/talk.ts";
import { englishTalks } from "../scripts/demo/talks-en.ts";
import { chineseTalks } from "../scripts/demo/talks-zh.ts";
import { GUEST } from "../server/services/actor.ts";
import type { Volume } from "../server/volume.ts";
import { makePhoto } from "./photos.ts";
import { placeTalks } from "./schedule.ts";
import { addEntry, fillVolume, signIn, withVolume } from "./volumes.ts";

const registry = registryOf(templates);

const SESSIONS = 100;
/** One talk in four is accepted. */
const TALKS = 4 * SESSIONS;
const ROUNDS_OF_WORKS = 4;
/** Size of a typical portrait photo. */
const PHOTO = { bytes: 350_000, width: 1_200, height: 1_600 };

export interface Conference {
	/** Cookie headers of the sessions. */
	admin: string;
	speaker: string;
	/** A released talk with every field and a photo, owned by the speaker. */
	talk: number;
}

/**
 * Fills a volume with a realistic conference: 100 released talks on 8 parallel tracks on the first day, as many in
 * each other status, works, and a speaker with entries.
 */
export async function fillConference(directory: string): Promise<Conference> {
	const admin = await fillVolume(directory, TALKS, talkOf);
	const [talk = 0, ...others] = await placeTalks(directory, SESSIONS);
	return withVolume(directory, async (volume) => {
		const photo = await storePhoto(volume);
		const speaker = await volume.db.write((tx) => {
			for (let round = 1; round <= ROUNDS_OF_WORKS; round++) {
				for (const [index, { category, answers, status }] of works.entries()) {
					const key = `bench-work-${round}-${index}`;
					addEntry(tx, registry.programmeOf(category), answers, { at: Date.now(), status, key });
				}
			}
			const { userId, cookie } = signIn(tx, { email: "speaker@mail.example", isAdmin: false });
			for (const id of [talk, ...others.slice(0, 2)])
				tx.update(entries).set({ userId }).where(eq(entries.id, id)).run();
			tx.update(entries).set({ photo }).where(eq(entries.id, talk)).run();
			return cookie;
		});
		return { admin, speaker, talk };
	});
}

const talks = [...englishTalks, ...chineseTalks].filter(
	({ name, title, abstract, bio }) => name && title && abstract && bio,
);
const works = otherEntries.filter(({ category }) => category === "sl-aigc");

/** Groups of four identical talks, one per status; later ones are combined from two earlier ones. */
function talkOf(number: number): Record<string, string> {
	const index = Math.floor(number / 4);
	const round = Math.floor(index / talks.length);
	const { sent, status, look, withoutConsent, onBehalf, ...answers } = talkAt(index);
	const other = talkAt(index + 11 * round);
	const title = half(answers.title, 0) + half(other.title, 1);
	return { ...answers, title, name: other.name, email: `speaker-${number}@mail.example`, consent: "on" };
}

const talkAt = (index: number) => talks[index % talks.length] as DemoTalk;

function half(text: string, which: 0 | 1): string {
	const middle = Math.ceil(text.length / 2);
	return which === 0 ? text.slice(0, middle) : text.slice(middle);
}

/** @returns its name */
async function storePhoto({ services, temporary }: Volume): Promise<string> {
	const jpeg = await makePhoto(PHOTO);
	const path = join(temporary, "photo");
	await writeFile(path, jpeg);
	const upload = { path, bytes: jpeg.length, tooBig: false, sourceHash: "bench", sourceName: "portrait.jpg" };
	const received = await services.photos.receive(upload, GUEST);
	if (!received.ok) throw new Error(`the photo was refused: ${received.reason}`);
	return received.photo.name;
}
