/** The limit of each table against unbounded growth by strangers, and the file that enforces it. */
export interface Bound {
	/** The limit, and which rows are removed first. */
	bound: string;
	enforcedBy: string;
}

const BY_ORGANISERS = "only organisers write here";
const BY_FORMS =
	"forms: 120 an hour from one address and ten times that from its network; 900 entries a minute; 64 MB stay free";
const rateLimit = "server/middleware/rate-limit.ts";

export const BOUNDS: Record<string, Bound> = {
	users: { bound: "10 registrations an hour from one address, 100 from its network", enforcedBy: rateLimit },
	sessions: {
		bound: "10 an account and 100 that were ended; forgotten a month after their end",
		enforcedBy: "server/services/accounts/sessions.ts",
	},
	devices: { bound: "browsers in which somebody signed in with a password: as sign-ins", enforcedBy: rateLimit },
	identities: {
		bound: "one for each account at GitHub that signed in",
		enforcedBy: "server/services/accounts/github-login.ts",
	},
	one_time_secrets: {
		bound:
			"30 sign-ins in 15 minutes and 10 links an hour from one address, ten times that from its network; a week after their end they go",
		enforcedBy: "server/services/accounts/one-time-secrets.ts",
	},
	attempts: {
		bound: "50,000 rows, 30 days; the oldest of those who are not signed in go first",
		enforcedBy: "server/services/entries/submission-attempts.ts",
	},
	drafts: {
		bound: "of visitors 20,000 rows and 100 MB, of one network 300 and 10 MB; of an account one a form; 30 days",
		enforcedBy: "server/services/entries/draft-limits.ts",
	},
	draft_links: {
		bound: "three of a draft, 60 an hour from one network; 30 days",
		enforcedBy: "server/services/entries/draft-links.ts",
	},
	photos: {
		bound:
			"photos and files of works each: 1 GB that neither an entry nor an account's draft has, 100 MB from one network; in a day what one network or account may send; 5 GB of all",
		enforcedBy: "server/services/photos/photo-limits.ts",
	},
	released_photos: {
		bound: "one for each photo whose file is not removed yet",
		enforcedBy: "server/services/photos/photo-sweep.ts",
	},
	installation: { bound: "one row", enforcedBy: "server/backup/uploads-folder.ts" },
	entries: {
		bound: `50 of one person and call, and ${BY_FORMS}`,
		enforcedBy: "server/services/entries/entries.ts",
	},
	edited_answers: {
		bound: "256 KB of each entry, but for the states that somebody relied on; a row without text for each change",
		enforcedBy: "server/services/entries/entry-edits.ts",
	},
	late_entries: {
		bound: "what the same pace lets through in the ten minutes after the end of a call; a year",
		enforcedBy: "server/services/entries/late-entries.ts",
	},
	late_links: {
		bound: "200 that work; those that do not, 90 days",
		enforcedBy: "server/services/entries/late-links.ts",
	},
	entry_log: {
		bound: `${BY_FORMS}; a withdrawn entry is submitted again 20 times a day`,
		enforcedBy: "server/services/entries/own-entries.ts",
	},
	statuses: { bound: "one for each status the program knows", enforcedBy: "db/seed.ts" },
	presences: { bound: "one for each presence the program knows", enforcedBy: "db/seed.ts" },
	roles: { bound: "one for each role the program knows", enforcedBy: "db/seed.ts" },
	memberships: { bound: BY_ORGANISERS, enforcedBy: "server/services/accounts/team.ts" },
	entry_counts: { bound: "one row for each sort of entries", enforcedBy: "db/schema/entries.ts" },
	outbox: { bound: `one receipt for each change of an entry, and ${BY_FORMS}`, enforcedBy: rateLimit },
	erasures: {
		bound: "one for each person erased, by themselves or organisers",
		enforcedBy: "server/services/privacy/erasure.ts",
	},
	applied_migrations: { bound: "one for each migration", enforcedBy: "db/migrate.ts" },
	mail_texts: {
		bound: "one for each kind of mail in each language",
		enforcedBy: "server/services/mails/mail-text-editing.ts",
	},
	decision_letters: { bound: "one for each mail about an entry", enforcedBy: "server/services/mails/letters.ts" },
	decision_releases: { bound: BY_ORGANISERS, enforcedBy: "server/services/decisions/decisions.ts" },
	review_rules: { bound: "one for each call", enforcedBy: "server/services/reviews/review-rules.ts" },
	review_criteria: { bound: BY_ORGANISERS, enforcedBy: "server/services/reviews/review-rules.ts" },
	assignments: { bound: "one for each entry and reviewer, by organisers", enforcedBy: "db/schema/reviews.ts" },
	reviews: {
		bound: "one of each reviewer for each entry that is theirs",
		enforcedBy: "server/services/reviews/own-reviews.ts",
	},
	conflicts: {
		bound: "one of each reviewer for each entry that is theirs",
		enforcedBy: "server/services/reviews/own-reviews.ts",
	},
	review_comments: {
		bound: "200 of an entry, by its reviewers and organisers",
		enforcedBy: "server/services/reviews/discussions.ts",
	},
	closed_discussions: { bound: "one for each entry, by organisers", enforcedBy: "db/schema/reviews.ts" },
	redactions: { bound: "one for each answer, by organisers", enforcedBy: "db/schema/reviews.ts" },
	word_searches: { bound: "one for each entry", enforcedBy: "db/schema/reviews.ts" },
	broadcasts: {
		bound: "only organisers write here; of each the one that is being written",
		enforcedBy: "server/services/mails/broadcasts.ts",
	},
	opt_outs: {
		bound: "one for each address that an event wrote to, by its signed link",
		enforcedBy: "server/services/mails/opt-outs.ts",
	},
	messages: {
		bound: "organisers, and of the people of an entry 20 a day and 200 in all",
		enforcedBy: "server/services/messages/messages.ts",
	},
	setup_changes: { bound: "one row", enforcedBy: "db/derived/setup.sql" },
	events: { bound: BY_ORGANISERS, enforcedBy: "server/services/event/event-settings.ts" },
	event_logos: { bound: "one of each event, 480 px wide", enforcedBy: "server/services/event/event-logo.ts" },
	saved_views: { bound: "30 of each list", enforcedBy: "server/services/lists/saved-views.ts" },
	tracks: { bound: BY_ORGANISERS, enforcedBy: "server/services/programmes/tracks.ts" },
	programmes: { bound: BY_ORGANISERS, enforcedBy: "server/services/programmes/programmes.ts" },
	programme_drafts: { bound: "one for each call", enforcedBy: "server/services/programmes/call-definitions.ts" },
	programme_versions: { bound: BY_ORGANISERS, enforcedBy: "server/services/programmes/call-publishing.ts" },
	days: { bound: BY_ORGANISERS, enforcedBy: "server/services/schedule/grid-days.ts" },
	day_tracks: { bound: BY_ORGANISERS, enforcedBy: "server/services/schedule/grid-days.ts" },
	slots: { bound: BY_ORGANISERS, enforcedBy: "server/services/schedule/grid-slots.ts" },
	special_events: { bound: BY_ORGANISERS, enforcedBy: "server/services/schedule/special-events.ts" },
	releases: { bound: BY_ORGANISERS, enforcedBy: "server/services/schedule/releases.ts" },
};
