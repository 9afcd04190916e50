import { translators } from "../../../app/locales/index.ts";
import { type RawForm, readAnswers, textOf } from "../../../app/programmes/answers.ts";
import type { Field } from "../../../app/programmes/define.ts";
import { isAsked } from "../../../app/programmes/forms.ts";
import type { Problem } from "../../../app/programmes/problems.ts";
import { firstWords, LONGEST_SEEN } from "../../../app/programmes/shown-again.ts";
import { uploadIn } from "../../../app/programmes/uploads.ts";
import { sha256 } from "../../secrets.ts";
import type { Actor } from "../actor.ts";
import type { Photos } from "../photos/photos.ts";
import type { Runtime } from "../runtime.ts";
import { type EntryRow, toForm } from "./entry-rows.ts";
import { shownEntry } from "./shown-entry.ts";
import { fileIn, type Submission } from "./submission.ts";

/** Characters of a hash, enough to tell one answer from another. */
const HASH_LENGTH = 8;
/** Characters of another's answer that a message quotes. */
const QUOTED = 300;

type Edited = Pick<Submission, "programme" | "place" | "form" | "upload">;

/** A form with what others changed since it was opened. */
export interface Joined {
	/** With the answers that only others changed, and `seen` as of now. */
	form: RawForm;
	/** Names of those answers. */
	joined: string[];
	/** Answers that both changed, with what they are now. */
	problems: Problem[];
}

export type OthersChanges = ReturnType<typeof createOthersChanges>;

/**
 * Keeps what others changed in an entry while someone had its form open. The form says, as hashes in its control `seen`,
 * which answers it was opened with. An answer that only others changed stays theirs; one that both changed is a
 * problem once, and saving again replaces it. Clients that send no `seen` replace everything they send.
 */
export function createOthersChanges({ registry }: Pick<Runtime, "registry">, { photos }: { photos: Photos }) {
	/** Hashes of the answers of an entry that a form asks for, as `name.hash` with spaces between. */
	function seenOf(of: Pick<Submission, "programme" | "place">, entry: EntryRow): string {
		const hashes = hashesOf(of, toForm(registry(), entry), entry.photo);
		return [...hashes].map(([name, hash]) => `${name}.${hash}`).join(" ");
	}

	/** @returns undefined if nobody changed anything meanwhile, or the form does not say what it was opened with */
	function join(actor: Actor, submission: Submission, entry: EntryRow): Joined | undefined {
		const { programme, form, locale } = submission;
		const upload = fileIn(submission);
		const pairs = textOf(form, "seen").slice(0, LONGEST_SEEN).split(" ");
		const seen = new Map(pairs.map((pair) => [pair.slice(0, -HASH_LENGTH - 1), pair.slice(-HASH_LENGTH)]));
		const stored = toForm(registry(), entry);
		const named = photos.byReference(textOf(form, "photo"), actor, programme)?.name;
		const mine = hashesOf(submission, form, upload ? upload.sourceHash : (named ?? null));
		const theirs = hashesOf(submission, stored, entry.photo);
		const isChanged = ({ name }: Field) => seen.has(name) && theirs.get(name) !== seen.get(name);
		const changed = programme.fields.filter(
			(field) => isChanged(field) && mine.get(field.name) !== theirs.get(field.name),
		);
		if (changed.length === 0) return;
		const taken = changed.filter(({ name }) => mine.get(name) === seen.get(name)).map(({ name }) => name);
		const photo = uploadIn(programme.fields)?.name ?? "";
		const values = Object.fromEntries(
			taken.map((name) =>
				name === photo
					? ["photo", entry.photo ? photos.referenceTo(entry.photo, actor) : ""]
					: [name, stored[name] ?? ""],
			),
		);
		const { answers } = shownEntry(
			registry(),
			entry,
			{ audience: "admin", locale, track: undefined },
			{ spot: "", key: "" },
		);
		const t = translators[locale];
		const problems = changed
			.filter(({ name }) => !taken.includes(name))
			.map(({ name, label }) => {
				const now = answers.find((answer) => answer.name === name)?.text ?? "";
				const words = { field: label[locale], text: firstWords(now, QUOTED) };
				const message =
					name !== photo && now ? t("problemMessages.changedTo", words) : t("problemMessages.changed", words);
				return { field: name, message };
			});
		return { form: { ...form, ...values, seen: seenOf(submission, entry) }, joined: taken, problems };
	}

	return { seenOf, join };
}

function hashesOf({ programme, place }: Pick<Edited, "programme" | "place">, form: RawForm, photo: string | null) {
	const answers = readAnswers(programme, form, {
		omittedConsent: "refused",
		...(place.variant && { fixed: place.variant.fixed }),
		editor: place.editor,
	});
	const asked = programme.fields.filter((field) => !field.retired && isAsked(programme, field, place));
	return new Map(
		asked.map((field) => {
			const value = field.kind === "photo" ? photo : answers[field.name];
			const hash = sha256(JSON.stringify(value ?? null)).toString("base64url");
			return [field.name, hash.slice(0, HASH_LENGTH)];
		}),
	);
}
