import { createAccounts } from "./accounts.ts";
import { createAttempts } from "./attempts.ts";
import { createChecking } from "./checking.ts";
import { createEntries } from "./entries.ts";
import { createMailing } from "./mailing.ts";
import { createOwnEntries } from "./own-entries.ts";
import { createPhotos } from "./photos.ts";
import { createPrivateLinks } from "./private-links.ts";
import { createProgrammes } from "./programmes.ts";
import { createPublicEntries } from "./public-entries.ts";
import { createReviews } from "./reviews.ts";
import type { Runtime } from "./runtime.ts";
import { createSessions } from "./sessions.ts";
import { createTracks } from "./tracks.ts";

/** Everything that decides or queries. Both transports are given this and nothing else. */
export type Services = ReturnType<typeof createServices>;

export function createServices(runtime: Runtime, directories: { temporary: string }) {
	const accounts = createAccounts(runtime);
	const sessions = createSessions(runtime);
	const tracks = createTracks(runtime);
	const programmes = createProgrammes(runtime);
	const photos = createPhotos(runtime, directories);
	const attempts = createAttempts(runtime);
	const mailing = createMailing(runtime);
	const links = createPrivateLinks(runtime);
	const checking = createChecking({ attempts, tracks });
	const own = createOwnEntries(runtime, { links, tracks });
	const submitting = createEntries(runtime, { attempts, checking, links, mailing, own, photos, programmes });
	const entries = { ...submitting, ...own };
	const publicEntries = createPublicEntries(runtime);
	const reviews = createReviews(runtime);
	return { accounts, sessions, tracks, programmes, photos, attempts, mailing, entries, publicEntries, reviews };
}
