import { createAccounts } from "./accounts.ts";
import { createAdministrators } from "./administrators.ts";
import { createAttempts } from "./attempts.ts";
import { createChecking } from "./checking.ts";
import { createDevices } from "./devices.ts";
import { createDrafts } from "./drafts.ts";
import { createEntries } from "./entries.ts";
import { createEntryLists } from "./entry-lists.ts";
import { createEntryWriting } from "./entry-writing.ts";
import { createErasing } from "./erasing.ts";
import { createExports } from "./exports.ts";
import { createForum } from "./forum.ts";
import { createForumImport } from "./forum-import.ts";
import { createGithubLogin } from "./github-login.ts";
import { createGridEditing } from "./grid-editing.ts";
import { createHandOver } from "./hand-over.ts";
import { createInstallation } from "./installation.ts";
import { createLateEntries } from "./late-entries.ts";
import { createLetters } from "./letters.ts";
import { createMailRetries } from "./mail-retries.ts";
import { createMailing } from "./mailing.ts";
import { createMeasures } from "./measures.ts";
import { createOneTimeSecrets } from "./one-time-secrets.ts";
import { createOutbox } from "./outbox.ts";
import { createOverview } from "./overview.ts";
import { createOwnEntries } from "./own-entries.ts";
import { createPace } from "./pace.ts";
import { createPasswordTries } from "./password-tries.ts";
import { createPasswords } from "./passwords.ts";
import { createPersonalData } from "./personal-data.ts";
import { createPhotos } from "./photos.ts";
import { createPrivateLinks } from "./private-links.ts";
import { createProgrammes } from "./programmes.ts";
import { createProving } from "./proving.ts";
import { createPublicEntries } from "./public-entries.ts";
import { createPublicSchedule } from "./public-schedule.ts";
import { createReceipts } from "./receipts.ts";
import { createRecovery } from "./recovery.ts";
import { createReleaseLetters } from "./release-letters.ts";
import { createReleaseNotes } from "./release-notes.ts";
import { createReleases } from "./releases.ts";
import { createReviews } from "./reviews.ts";
import type { Runtime } from "./runtime.ts";
import { createSchedule } from "./schedule.ts";
import { createScheduleBoard } from "./schedule-board.ts";
import { createScheduleConflicts } from "./schedule-conflicts.ts";
import { createScheduleFiles } from "./schedule-files.ts";
import { createScheduleWords } from "./schedule-words.ts";
import { createSentEntries } from "./sent-entries.ts";
import { createSessions } from "./sessions.ts";
import { createSignIn } from "./sign-in.ts";
import { createTracks } from "./tracks.ts";

/** Everything that decides or queries. Both transports are given this and nothing else. */
export type Services = ReturnType<typeof createServices>;

export function createServices(runtime: Runtime, directories: { temporary: string; erasures: string }) {
	const links = createPrivateLinks(runtime);
	const mailing = createMailing(runtime, { links });
	const receipts = createReceipts(runtime, { links, mailing });
	const passwords = createPasswords(runtime.config.rateLimitScale);
	const secrets = createOneTimeSecrets(runtime);
	const sessions = createSessions(runtime);
	const devices = createDevices(runtime);
	const tries = createPasswordTries(runtime, { devices });
	const accounts = createAccounts(runtime, { links, mailing, passwords, secrets, tries });
	const administrators = createAdministrators(runtime, { accounts, devices, passwords, secrets, sessions });
	const signIn = createSignIn(runtime, { accounts, devices, mailing, sessions, tries });
	const recovery = createRecovery(runtime, {
		...{ accounts, devices, links, mailing, passwords, secrets },
		...{ sessions, tries },
	});
	const proving = createProving(runtime, { accounts, mailing, secrets, sessions, tries });
	const github = createGithubLogin(runtime, { accounts, links, mailing, secrets, sessions });
	const handOver = createHandOver(runtime, secrets);

	const outbox = createOutbox(runtime, { administrators });

	const tracks = createTracks(runtime);
	const programmes = createProgrammes(runtime);
	const photos = createPhotos(runtime, directories);
	const attempts = createAttempts(runtime);
	const checking = createChecking({ attempts, tracks });
	const own = createOwnEntries(runtime, { links, programmes, tracks });
	const drafts = createDrafts(runtime, { own, photos });
	const writing = createEntryWriting(runtime, { photos, receipts });
	const late = createLateEntries(runtime, { photos, tracks, writing });
	const submitting = createEntries(runtime, {
		...{ accounts, attempts, checking, drafts, late },
		...{ own, photos, programmes, writing },
		pace: createPace(runtime.config.rateLimitScale),
	});
	const entries = { ...submitting, ...own, ...createSentEntries(runtime, { links }) };
	const publicEntries = createPublicEntries(runtime, { tracks });
	const reviews = createReviews(runtime, { tracks });
	const lists = createEntryLists(runtime);
	const exports = createExports(runtime, { lists, publicEntries });
	const letters = createLetters(runtime, { links, mailing });
	const mailRetries = createMailRetries(runtime, { links, mailing });
	const overview = createOverview(runtime, { lists, tracks, mailRetries, late });

	const schedule = {
		...createSchedule(runtime),
		...createScheduleBoard(runtime),
		conflicts: createScheduleConflicts(runtime),
		words: createScheduleWords(runtime, { tracks }),
	};
	const grid = createGridEditing(runtime);
	const versions = createReleases(runtime, {
		letters: createReleaseLetters(runtime, { links, mailing, publicEntries, tracks }),
	});
	const releases = { ...versions, describe: createReleaseNotes(runtime, { tracks }) };
	const publicSchedule = createPublicSchedule(runtime, { publicEntries, releases });
	const scheduleFiles = createScheduleFiles(runtime, { links, publicEntries, publicSchedule, releases, tracks });

	const forum = createForum(runtime);
	const forumImport = createForumImport(runtime, { accounts });

	const personalData = createPersonalData(runtime, { links });
	const erasing = createErasing(runtime, { accounts, photos, tries, list: directories.erasures });

	/** Removes what nobody needs any more. */
	async function sweep(): Promise<void> {
		await erasing.finish();
		for (const part of [late, photos, attempts, drafts, secrets, sessions, devices, mailing]) await part.sweep();
	}

	return {
		installation: createInstallation(runtime),
		accounts,
		administrators,
		signIn,
		recovery,
		proving,
		github,
		handOver,
		sessions,
		mailing,
		measures: createMeasures(runtime),
		outbox,
		tracks,
		programmes,
		photos,
		drafts,
		late,
		entries,
		publicEntries,
		reviews,
		lists,
		letters,
		mailRetries,
		overview,
		exports,
		schedule,
		grid,
		releases,
		publicSchedule,
		scheduleFiles,
		forum,
		forumImport,
		personalData,
		erasing,
		sweep,
	};
}
