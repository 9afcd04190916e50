import { createUnattended } from "../unattended.ts";
import { createAccountServices } from "./accounts/account-services.ts";
import { createExportNotes } from "./accounts/export-notes.ts";
import { createInvitations } from "./accounts/invitations.ts";
import type { HashingCost } from "./accounts/password-hashing.ts";
import { createTeam } from "./accounts/team.ts";
import { createAttendance } from "./attendance/attendance.ts";
import { createReminders } from "./attendance/reminders.ts";
import { createBrandPictures } from "./cards/brand-pictures.ts";
import { createCards } from "./cards/cards.ts";
import { createDecisions } from "./decisions/decisions.ts";
import { createTelling } from "./decisions/telling.ts";
import { createWaitingLists } from "./decisions/waiting-lists.ts";
import { createDraftLinks } from "./entries/draft-links.ts";
import { createDrafts } from "./entries/drafts.ts";
import { createEntrySteps } from "./entries/entry-steps.ts";
import { createEntryWriting } from "./entries/entry-writing.ts";
import { createLateDecisions } from "./entries/late-decisions.ts";
import { createLateEntries } from "./entries/late-entries.ts";
import { createLateLinks } from "./entries/late-links.ts";
import { createLinkChanges } from "./entries/link-changes.ts";
import { createOwnEntries } from "./entries/own-entries.ts";
import { createPrivateLinks } from "./entries/private-links.ts";
import { createSentEntries } from "./entries/sent-entries.ts";
import { createSpam } from "./entries/spam.ts";
import { createSpamNetworks } from "./entries/spam-networks.ts";
import { createAttempts } from "./entries/submission-attempts.ts";
import { createSubmitting } from "./entries/submitting.ts";
import { createTriage } from "./entries/triage.ts";
import { createWorkFiles } from "./entries/work-files.ts";
import { createArchive } from "./event/archive.ts";
import { createCopiedTexts } from "./event/copied-texts.ts";
import { createEarlierEvent } from "./event/earlier-event.ts";
import { createEdition } from "./event/edition.ts";
import { createEditions } from "./event/editions.ts";
import { createEventLogo } from "./event/event-logo.ts";
import { createEventSettings } from "./event/event-settings.ts";
import { createForum } from "./forum/forum.ts";
import { createForumImport } from "./forum/forum-import.ts";
import { createInstallation } from "./installation.ts";
import { createFairQueue, createQueueBehind } from "./limits/fair-queue.ts";
import { createOverview } from "./lists/overview.ts";
import { createSavedViews } from "./lists/saved-views.ts";
import { createStatistics } from "./lists/statistics.ts";
import { createTodos } from "./lists/todos.ts";
import { createBroadcasts } from "./mails/broadcasts.ts";
import { createLetters } from "./mails/letters.ts";
import { createMailBatches } from "./mails/mail-batches.ts";
import { createMailCancelling } from "./mails/mail-cancelling.ts";
import { createMailRetries } from "./mails/mail-retries.ts";
import { createMailTextEditing } from "./mails/mail-text-editing.ts";
import { createMailTextPreview } from "./mails/mail-text-preview.ts";
import { createMailTexts } from "./mails/mail-texts.ts";
import { createMailing } from "./mails/mailing.ts";
import { createOptOuts } from "./mails/opt-outs.ts";
import { createOutbox } from "./mails/outbox.ts";
import { createReceipts } from "./mails/receipts.ts";
import { createMessageMails } from "./messages/message-mails.ts";
import { createMessages } from "./messages/messages.ts";
import { createMeasures } from "./metric-values.ts";
import { createNavigation } from "./navigation.ts";
import { createArrivals } from "./photos/arrivals.ts";
import { createPhotos } from "./photos/photos.ts";
import { createErasing } from "./privacy/erasure.ts";
import { createMentions } from "./privacy/mentions.ts";
import { createPeople } from "./privacy/people.ts";
import { createPersonalData } from "./privacy/personal-data.ts";
import { createCallForms } from "./programmes/call-forms.ts";
import { createCalls } from "./programmes/calls.ts";
import { createProgrammes } from "./programmes/programmes.ts";
import { createReviewServices } from "./reviews/review-services.ts";
import type { Runtime } from "./runtime.ts";
import { createScheduleBoard } from "./schedule/board.ts";
import { createScheduleConflicts } from "./schedule/conflicts.ts";
import { createEventDays } from "./schedule/event-days.ts";
import { createGridEditing } from "./schedule/grid-editing.ts";
import { createLeftSlots } from "./schedule/leaving-slots.ts";
import { createSchedule } from "./schedule/placements.ts";
import { createScheduleWords } from "./schedule/schedule-names.ts";
import { createSetup } from "./setup/setup.ts";

/** Everything that decides or queries. Both transports are given this and nothing else. */
export type Services = ReturnType<typeof createServices>;

/** @param isFree whether no page of the portal has an address @param hashing what a password costs, if not the usual */
export function createServices(
	runtime: Runtime,
	given: { temporary: string; erasures: string; isFree: (path: string) => boolean; hashing?: HashingCost },
) {
	const { isFree, hashing, ...directories } = given;
	const links = createPrivateLinks(runtime);
	const eventDays = createEventDays(runtime);
	const texts = createMailTexts(runtime, { eventDays });
	const optOuts = createOptOuts(runtime, { links });
	const mailing = createMailing(runtime, { links, optOuts, texts });
	const earlierEvent = createEarlierEvent(runtime.db);
	const programmes = createProgrammes(runtime, { earlierEvent, eventDays });
	const editionOf = (one: Runtime) => createEdition(one, { links, mailing, texts });
	/** What answers for the current event. */
	const { releaseLetters, ...edition } = editionOf(runtime);
	const { conference, lists, publicEntries, publicSchedule, releases, tracks } = edition;
	const archive = createArchive(runtime, editionOf);
	const stepsOf = createEntrySteps(runtime, { archive, eventDays, programmes });
	const receipts = createReceipts(runtime, { links, mailing, stepsOf, texts });
	const identity = createAccountServices(runtime, { links, mailing, hashing });
	const { accounts, administrators, sessions } = identity.services;
	const { devices, passwords, secrets, tries } = identity.parts;
	const team = createTeam(runtime);
	const calls = createCalls(runtime, { programmes });
	const { rateLimitScale: scale } = runtime.config;
	/** Pictures that people send are decoded two at a time. */
	const inTurn = createFairQueue({ concurrency: 2, queue: 400, patienceMs: 60_000, scale });
	/** Cards are drawn one at a time, and never let a picture that someone sends wait for a second one. */
	const behindPhotos = createQueueBehind(inTurn, { queue: 60, patienceMs: 20_000, scale });
	const arrivals = createArrivals(inTurn);
	const photos = createPhotos(runtime, { ...directories, inTurn, arrivals });
	const attempts = createAttempts(runtime);
	const noteExport = createExportNotes(runtime, { mailing });
	const own = createOwnEntries(runtime, { links, noteExport, programmes, tracks });
	const draftLinks = createDraftLinks(runtime, { accounts, links, mailing, texts });
	const drafts = createDrafts(runtime, { links: draftLinks, own, photos });
	const linkChanges = createLinkChanges(runtime, { links, mailing });
	const writing = createEntryWriting(runtime, { linkChanges, photos, receipts });
	const late = createLateEntries(runtime, { photos });
	const lateDecisions = createLateDecisions(runtime, { tracks, writing });
	const messageMails = createMessageMails(runtime, { links, mailing, texts });
	const messages = createMessages(runtime, { mails: messageMails, own });
	const lateLinks = createLateLinks(runtime, { links, programmes });
	const spamNetworks = createSpamNetworks(runtime);
	const parts = { accounts, attempts, drafts, late, lateLinks, own, photos, programmes, spamNetworks, tracks, writing };
	const submitting = createSubmitting(runtime, parts);
	const sent = createSentEntries(runtime, { links });
	const { opened, newLinkOf } = linkChanges;
	const entries = { ...submitting, ...own, ...sent, stepsOf, opened, newLinkOf };
	const triage = createTriage(runtime, { tracks });
	const spam = createSpam(runtime, { triage });
	const letters = createLetters(runtime, { links, mailing, texts, programmes });
	const reminders = createReminders(runtime, { links, mailing, programmes, texts });
	const tellDecision = createTelling(runtime, { letters });
	const waitingLists = createWaitingLists(runtime, { letters, tellDecision, triage });
	const mailRetries = createMailRetries(runtime, { links, mailing, optOuts });
	const batches = createMailBatches(runtime);
	const schedule = {
		...createSchedule(runtime),
		...createScheduleBoard(runtime),
		left: createLeftSlots(runtime),
		conflicts: createScheduleConflicts(runtime),
		words: createScheduleWords(runtime, { tracks }),
	};
	const grid = createGridEditing(runtime);
	const copiedTexts = createCopiedTexts(runtime);
	const todos = createTodos(runtime, {
		lists,
		left: schedule.left,
		waitingLists,
		lateDecisions,
		mailRetries,
		messages,
		releases,
		programmes,
		spam,
		team,
		tracks,
		copiedTexts,
		eventDays,
		conflicts: schedule.conflicts,
	});
	const attendance = createAttendance(runtime, { links, mailing, own, programmes });
	const brandPictures = createBrandPictures(runtime);
	const cards = createCards(runtime, {
		brandPictures,
		conference,
		publicEntries,
		publicSchedule,
		inTurn: behindPhotos,
		links,
	});

	const mentions = createMentions(runtime);
	const erasing = createErasing(runtime, { accounts, cards, mentions, photos, tries, list: directories.erasures });
	const personalData = createPersonalData(runtime, { links, optOuts });

	const unattended = createUnattended(runtime.log);
	/** What removes expired data, and what reminds speakers who have not answered, by the name that is logged if it fails. */
	const sweeps = {
		"the completion of erasures": erasing.finish,
		"the erasure of spam": erasing.eraseSpam,
		"the sweep of networks": spamNetworks.sweep,
		"the sweep of late submissions": late.sweep,
		"the sweep of late links": lateLinks.sweep,
		"the sweep of photos": photos.sweep,
		"the sweep of attempts": attempts.sweep,
		"the sweep of drafts": drafts.sweep,
		"the sweep of draft links": draftLinks.sweep,
		"the sweep of one-time secrets": secrets.sweep,
		"the sweep of sessions": sessions.sweep,
		"the sweep of devices": devices.sweep,
		"the sweep of the outbox": mailing.sweep,
		"the writing of reminders": reminders.sweep,
		"the sweep of cards": cards.sweep,
	};

	/** Runs all of them, one after the other. One that fails is logged, and the others run. */
	async function sweep(): Promise<void> {
		for (const [name, work] of Object.entries(sweeps)) await unattended.run(name, work);
	}

	return {
		...edition,
		registry: runtime.registry,
		installation: createInstallation(runtime),
		event: {
			...runtime.event,
			...createEventSettings(runtime),
			...createEventLogo(runtime, { arrivals }),
			...createEditions(runtime),
		},
		archive,
		copiedTexts,
		...identity.services,
		team,
		invitations: createInvitations(runtime, { accounts, links, mailing, passwords, secrets, team }),
		mailing,
		measures: createMeasures(runtime),
		outbox: createOutbox(runtime, { administrators }),
		programmes,
		earlierEvent,
		calls,
		callForms: createCallForms(runtime, { isFree }),
		setup: createSetup(runtime, { isFree, arrivals, temporary: directories.temporary }),
		brandPictures,
		cards,
		navigation: createNavigation({ calls, publicEntries, releases }),
		photos,
		workFile: createWorkFiles(runtime, { own, photos }),
		drafts,
		draftLinks,
		late,
		lateDecisions,
		lateLinks,
		entries,
		triage,
		spam,
		spamNetworks,
		messages,
		savedViews: createSavedViews(runtime),
		letters,
		attendance: {
			...attendance,
			remindNow: reminders.remindNow,
		},
		...createReviewServices(runtime, { links, mailing, noteExport, tracks }),
		decisions: createDecisions(runtime, { batches, letters, tellDecision }),
		broadcasts: createBroadcasts(runtime, { batches, letters, links, lists, mailing, optOuts, texts }),
		waitingLists,
		mailCancelling: createMailCancelling(runtime, { mailing, optOuts }),
		mailRetries,
		optOuts,
		mailTexts: {
			...createMailTextEditing(runtime, { texts }),
			...createMailTextPreview(runtime, { letters, links, messageMails, receipts, reminders, releaseLetters, texts }),
		},
		overview: createOverview(runtime, { lists, tracks, todos }),
		statistics: createStatistics(runtime, { attendance, tracks }),
		schedule,
		grid,
		forum: createForum(runtime),
		forumImport: createForumImport(runtime, { accounts }),
		personalData,
		people: createPeople(runtime, { erasing, mentions, noteExport, optOuts, personalData }),
		erasing,
		sweep,
	};
}
