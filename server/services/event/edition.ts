import { createExportNotes } from "../accounts/export-notes.ts";
import type { PrivateLinks } from "../entries/private-links.ts";
import { createCallNames } from "../lists/call-names.ts";
import { createExports } from "../lists/csv-exports.ts";
import { createEntryLists } from "../lists/entry-lists.ts";
import { createPublicEntries } from "../lists/public-entries.ts";
import type { MailTexts } from "../mails/mail-texts.ts";
import type { Mailing } from "../mails/mailing.ts";
import { createTracks } from "../programmes/tracks.ts";
import type { Runtime } from "../runtime.ts";
import { createConference } from "../schedule/conference.ts";
import { createEventDays } from "../schedule/event-days.ts";
import { createPublicSchedule } from "../schedule/public-schedule.ts";
import { createReleaseLetters } from "../schedule/release-letters.ts";
import { createReleaseNotes } from "../schedule/release-notes.ts";
import { createReleases } from "../schedule/releases.ts";
import { createScheduleFiles } from "../schedule/schedule-files.ts";
import { createScheduleSearch } from "../schedule/schedule-search.ts";

export type Edition = ReturnType<typeof createEdition>;

/**
 * The services that answer for one event: that of the runtime. There is one set for the current event, and one for each
 * archived event that somebody looks at.
 */
export function createEdition(
	runtime: Runtime,
	{ links, mailing, texts }: { links: PrivateLinks; mailing: Mailing; texts: MailTexts },
) {
	const eventDays = createEventDays(runtime);
	const tracks = createTracks(runtime);
	const publicEntries = createPublicEntries(runtime, { tracks });
	const lists = createEntryLists(runtime);
	const callNames = createCallNames(runtime);
	const releaseLetters = createReleaseLetters(runtime, { links, mailing, publicEntries, texts, tracks });
	const versions = createReleases(runtime, { letters: releaseLetters });
	const releases = { ...versions, describe: createReleaseNotes(runtime, { tracks }) };
	const publicSchedule = createPublicSchedule(runtime, { publicEntries, releases });
	return {
		eventDays,
		tracks,
		publicEntries,
		lists,
		callNames,
		exports: createExports(runtime, {
			lists,
			publicEntries,
			callNames,
			noteExport: createExportNotes(runtime, { mailing }),
		}),
		releaseLetters,
		releases,
		publicSchedule,
		scheduleSearch: createScheduleSearch(runtime, { publicSchedule }),
		scheduleFiles: createScheduleFiles(runtime, { links, publicEntries, publicSchedule, releases, tracks }),
		conference: createConference(runtime, { eventDays }),
	};
}
