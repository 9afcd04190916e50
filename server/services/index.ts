import { createAccounts } from "./accounts/accounts.ts";
import { createAdministrators } from "./accounts/administrators.ts";
import { createDevices } from "./accounts/devices.ts";
import { createGithubLogin } from "./accounts/github-login.ts";
import { createInvitations } from "./accounts/invitations.ts";
import { createLoginCodes } from "./accounts/login-codes.ts";
import { createOneTimeSecrets } from "./accounts/one-time-secrets.ts";
import { createPasswordAttempts } from "./accounts/password-attempts.ts";
import { createPasswords } from "./accounts/password-hashing.ts";
import { createPasswordReset } from "./accounts/password-reset.ts";
import { createReauthentication } from "./accounts/reauthentication.ts";
import { createSessions } from "./accounts/sessions.ts";
import { createSignIn } from "./accounts/sign-in.ts";
import { createTeam } from "./accounts/team.ts";
import { createBrandPictures } from "./cards/brand-pictures.ts";
import { createCards } from "./cards/cards.ts";
import { createDraftLinks } from "./entries/draft-links.ts";
import { createDrafts } from "./entries/drafts.ts";
import { createEntries } from "./entries/entries.ts";
import { createEntrySteps } from "./entries/entry-steps.ts";
import { createEntryWriting } from "./entries/entry-writing.ts";
import { createLateDecisions } from "./entries/late-decisions.ts";
import { createLateEntries } from "./entries/late-entries.ts";
import { createOwnEntries } from "./entries/own-entries.ts";
import { createPrivateLinks } from "./entries/private-links.ts";
import { createSentEntries } from "./entries/sent-entries.ts";
import { createAttempts } from "./entries/submission-attempts.ts";
import { createSubmittedPhotos } from "./entries/submitted-photos.ts";
import { createTriage } from "./entries/triage.ts";
import { createUnsentForms } from "./entries/unsent-forms.ts";
import { createChecking } from "./entries/validation.ts";
import { createWorkFiles } from "./entries/work-files.ts";
import { createEventLogo } from "./event/event-logo.ts";
import { createEventSettings } from "./event/event-settings.ts";
import { createForum } from "./forum/forum.ts";
import { createForumImport } from "./forum/forum-import.ts";
import { createInstallation } from "./installation.ts";
import { createFairQueue } from "./limits/fair-queue.ts";
import { createSubmissionPace } from "./limits/submission-pace.ts";
import { createCallNames } from "./lists/call-names.ts";
import { createExports } from "./lists/csv-exports.ts";
import { createEntryLists } from "./lists/entry-lists.ts";
import { createOverview } from "./lists/overview.ts";
import { createPublicEntries } from "./lists/public-entries.ts";
import { createSavedViews } from "./lists/saved-views.ts";
import { createTodos } from "./lists/todos.ts";
import { createLetters } from "./mails/letters.ts";
import { createMailCancelling } from "./mails/mail-cancelling.ts";
import { createMailRetries } from "./mails/mail-retries.ts";
import { createMailing } from "./mails/mailing.ts";
import { createOutbox } from "./mails/outbox.ts";
import { createReceipts } from "./mails/receipts.ts";
import { createMeasures } from "./metric-values.ts";
import { createNavigation } from "./navigation.ts";
import { createArrivals } from "./photos/arrivals.ts";
import { createPhotos } from "./photos/photos.ts";
import { createErasing } from "./privacy/erasure.ts";
import { createPersonalData } from "./privacy/personal-data.ts";
import { createCallForms } from "./programmes/call-forms.ts";
import { createCalls } from "./programmes/calls.ts";
import { createProgrammes } from "./programmes/programmes.ts";
import { createTracks } from "./programmes/tracks.ts";
import type { Runtime } from "./runtime.ts";
import { createScheduleBoard } from "./schedule/board.ts";
import { createConference } from "./schedule/conference.ts";
import { createScheduleConflicts } from "./schedule/conflicts.ts";
import { createEventDays } from "./schedule/event-days.ts";
import { createGridEditing } from "./schedule/grid-editing.ts";
import { createSchedule } from "./schedule/placements.ts";
import { createPublicSchedule } from "./schedule/public-schedule.ts";
import { createReleaseLetters } from "./schedule/release-letters.ts";
import { createReleaseNotes } from "./schedule/release-notes.ts";
import { createReleases } from "./schedule/releases.ts";
import { createScheduleFiles } from "./schedule/schedule-files.ts";
import { createScheduleWords } from "./schedule/schedule-names.ts";
import { createScheduleSearch } from "./schedule/schedule-search.ts";
import { createSetup } from "./setup/setup.ts";

/** Everything that decides or queries. Both transports are given this and nothing else. */
export type Services = ReturnType<typeof createServices>;

/** @param directories @param isFree whether no page of the portal has an address */
export function createServices(
	runtime: Runtime,
	{ isFree, ...directories }: { temporary: string; erasures: string; isFree: (path: string) => boolean },
) {
	const links = createPrivateLinks(runtime);
	const mailing = createMailing(runtime, { links });
	const programmes = createProgrammes(runtime);
	const eventDays = createEventDays(runtime);
	const stepsOf = createEntrySteps(runtime, { eventDays, programmes });
	const receipts = createReceipts(runtime, { links, mailing, stepsOf });
	const passwords = createPasswords(runtime.config.rateLimitScale);
	const secrets = createOneTimeSecrets(runtime);
	const sessions = createSessions(runtime);
	const devices = createDevices(runtime);
	const tries = createPasswordAttempts(runtime, { devices });
	const accounts = createAccounts(runtime, { links, mailing, passwords, secrets, tries });
	const administrators = createAdministrators(runtime, { accounts, devices, passwords, secrets, sessions });
	const signIn = createSignIn(runtime, { accounts, devices, mailing, sessions, tries });
	const passwordReset = createPasswordReset(runtime, {
		accounts,
		devices,
		links,
		mailing,
		passwords,
		secrets,
		sessions,
		tries,
	});
	const reauthentication = createReauthentication(runtime, { accounts, mailing, secrets, sessions, tries });
	const github = createGithubLogin(runtime, { accounts, links, mailing, secrets, sessions });
	const loginCodes = createLoginCodes(runtime, secrets);

	const team = createTeam(runtime);
	const tracks = createTracks(runtime);
	const calls = createCalls(runtime, { programmes });
	/** Pictures are decoded and drawn two at a time, whoever they are for. */
	const inTurn = createFairQueue({
		concurrency: 2,
		queue: 400,
		patienceMs: 60_000,
		scale: runtime.config.rateLimitScale,
	});
	const arrivals = createArrivals(inTurn);
	const photos = createPhotos(runtime, { ...directories, inTurn, arrivals });
	const attempts = createAttempts(runtime);
	const checking = createChecking({ attempts, tracks });
	const own = createOwnEntries(runtime, { links, programmes, tracks });
	const draftLinks = createDraftLinks(runtime, { links, mailing });
	const drafts = createDrafts(runtime, { links: draftLinks, own, photos });
	const writing = createEntryWriting(runtime, { photos, receipts });
	const late = createLateEntries(runtime, { photos });
	const lateDecisions = createLateDecisions(runtime, { tracks, writing });
	const submittedPhotos = createSubmittedPhotos({ photos });
	const unsent = createUnsentForms(runtime, { drafts, submittedPhotos });
	const submitting = createEntries(runtime, {
		accounts,
		attempts,
		checking,
		drafts,
		late,
		own,
		photos,
		programmes,
		submittedPhotos,
		unsent,
		writing,
		pace: createSubmissionPace(runtime.config.rateLimitScale),
	});
	const sent = createSentEntries(runtime, { links });
	const entries = { ...submitting, saveDraft: unsent.saveDraft, ...own, ...sent, stepsOf };
	const publicEntries = createPublicEntries(runtime, { tracks });
	const triage = createTriage(runtime, { tracks });
	const lists = createEntryLists(runtime);
	const callNames = createCallNames(runtime);
	const exports = createExports(runtime, { lists, publicEntries, callNames });
	const conference = createConference(runtime, { eventDays });
	const letters = createLetters(runtime, { links, mailing, conference });
	const mailRetries = createMailRetries(runtime, { links, mailing });
	const schedule = {
		...createSchedule(runtime),
		...createScheduleBoard(runtime),
		conflicts: createScheduleConflicts(runtime),
		words: createScheduleWords(runtime, { tracks }),
	};
	const versions = createReleases(runtime, {
		letters: createReleaseLetters(runtime, { links, mailing, publicEntries, tracks }),
	});
	const releases = { ...versions, describe: createReleaseNotes(runtime, { tracks }) };
	const todos = createTodos(runtime, {
		lists,
		lateDecisions,
		mailRetries,
		releases,
		programmes,
		team,
		conflicts: schedule.conflicts,
	});
	const publicSchedule = createPublicSchedule(runtime, { publicEntries, releases });
	const scheduleSearch = createScheduleSearch(runtime, { publicSchedule });
	const scheduleFiles = createScheduleFiles(runtime, { links, publicEntries, publicSchedule, releases, tracks });

	const brandPictures = createBrandPictures(runtime);

	const erasing = createErasing(runtime, { accounts, photos, tries, list: directories.erasures });

	/** Removes expired data. */
	async function sweep(): Promise<void> {
		await erasing.finish();
		for (const part of [late, photos, attempts, drafts, draftLinks, secrets, sessions, devices, mailing])
			await part.sweep();
	}

	return {
		registry: runtime.registry,
		installation: createInstallation(runtime),
		event: { ...runtime.event, ...createEventSettings(runtime), ...createEventLogo(runtime, { arrivals }) },
		accounts,
		administrators,
		team,
		invitations: createInvitations(runtime, { accounts, links, mailing, passwords, secrets, team }),
		signIn,
		passwordReset,
		reauthentication,
		github,
		loginCodes,
		sessions,
		mailing,
		measures: createMeasures(runtime),
		outbox: createOutbox(runtime, { administrators }),
		tracks,
		programmes,
		calls,
		callForms: createCallForms(runtime, { isFree }),
		setup: createSetup(runtime, { isFree }),
		conference,
		brandPictures,
		cards: createCards(runtime, { brandPictures, conference, publicEntries, publicSchedule, inTurn, links }),
		navigation: createNavigation({ calls, publicEntries, releases }),
		photos,
		workFile: createWorkFiles(runtime, { own, photos }),
		drafts,
		draftLinks,
		late,
		lateDecisions,
		entries,
		publicEntries,
		triage,
		lists,
		callNames,
		savedViews: createSavedViews(runtime),
		letters,
		mailCancelling: createMailCancelling(runtime, { mailing }),
		mailRetries,
		overview: createOverview(runtime, { lists, tracks, todos }),
		exports,
		schedule,
		grid: createGridEditing(runtime),
		releases,
		publicSchedule,
		scheduleFiles,
		scheduleSearch,
		forum: createForum(runtime),
		forumImport: createForumImport(runtime, { accounts }),
		personalData: createPersonalData(runtime, { links }),
		erasing,
		sweep,
	};
}
