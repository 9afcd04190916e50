/** Says for each column of the database whether and how it can name a person. `test/accounts/person-places.test.ts` finds missing ones. */

/**
 * - `text`: a text by a person; an erased address is cut out of it
 * - `json`: such texts in JSON
 * - `edit`: an earlier answer, packed as in `entry-edits.ts`
 * - `copy`: the texts of other columns again, for searching
 * - `reply`: the address that receives replies; it is emptied
 * - `view`: a saved search; its row is deleted
 * - `address`: one address; the row belongs to its owner
 * - `event`: a text about the event, which only organisers change
 */
export type Holds = "text" | "json" | "edit" | "copy" | "reply" | "view" | "address" | "event";

export interface Place {
	/** Columns with texts; `nothing`: names, keys and fingerprints that the program makes. */
	columns: Record<string, Holds | "nothing">;
	/** The column with the number of the entry that a row is about. */
	entry?: string;
	/** The column with the account that wrote the row, if the row is erased with that account. */
	author?: string;
	/** Columns that are needed to say where a row is shown. */
	shownBy?: readonly string[];
	/** Only organisers read it: their notes about people. */
	isNote?: true;
}

const nothing = (...names: string[]): Record<string, "nothing"> =>
	Object.fromEntries(names.map((name) => [name, "nothing"]));
const holding = (holds: Holds, ...names: string[]): Record<string, Holds> =>
	Object.fromEntries(names.map((name) => [name, holds]));

export const PLACES: Readonly<Record<string, Place>> = {
	applied_migrations: { columns: nothing("hash") },
	assignments: { columns: nothing("made_by") },
	attempts: { columns: nothing("subject", "category", "field") },
	broadcasts: {
		columns: {
			...holding("text", "query", "subject_en", "body_en", "subject_zh", "body_zh"),
			reply_to: "reply",
			seen: "nothing",
		},
		isNote: true,
	},
	closed_discussions: { columns: {} },
	conflicts: { columns: nothing("state") },
	day_tracks: { columns: { ...nothing("day_id", "track_id"), room: "event" } },
	days: { columns: nothing("id", "date") },
	decision_letters: { columns: { kind: "nothing", subject: "text", body: "text" }, entry: "entry_id" },
	decision_releases: { columns: nothing("category", "statuses", "tracks", "seen") },
	devices: { columns: nothing("device_hash") },
	draft_links: { columns: nothing("secret_hash", "subject", "form") },
	drafts: { columns: { ...nothing("subject", "form", "network"), values: "json", older: "json" } },
	edited_answers: {
		columns: { field: "nothing", before: "edit", after: "json" },
		entry: "entry_id",
		shownBy: ["field"],
	},
	entries: {
		columns: {
			...nothing("category", "kind", "track_id", "photo", "status", "told_status", "presence", "incomplete"),
			...nothing("told_presence", "sent_from", "locale", "submission_key"),
			...holding("text", "name", "org", "title"),
			...holding("address", "email", "email_folded"),
			...holding("json", "answers", "panelists", "keywords"),
			...holding("copy", "public_text", "search_text"),
		},
		entry: "id",
	},
	entry_counts: { columns: nothing("kind", "track_id", "status", "told_status", "presence") },
	entry_log: {
		columns: { ...nothing("type", "state", "told", "batch", "undoes"), changes: "json" },
		entry: "entry_id",
	},
	erasures: { columns: nothing("id") },
	event_logos: { columns: nothing("version", "logo", "icon", "emblem") },
	events: {
		columns: {
			...nothing("slug", "state", "zone", "accent", "public_talks", "checked_texts", "template"),
			...holding("event", "name", "name_zh", "place", "place_zh", "organisation", "organisation_zh", "site"),
			...holding("event", "spotlight_site", "chat", "privacy", "support", "front", "front_zh", "grid"),
		},
	},
	identities: { columns: nothing("provider", "subject") },
	installation: { columns: nothing("id") },
	late_entries: {
		columns: {
			...nothing("subject", "form", "category", "photo", "locale", "submission_key"),
			email_folded: "address",
			content: "json",
		},
		entry: "entry_id",
	},
	late_links: { columns: { ...nothing("secret_hash", "category"), note: "text" }, isNote: true },
	mail_texts: { columns: { ...nothing("kind", "locale"), subject: "event", body: "event" }, shownBy: ["kind"] },
	memberships: { columns: nothing("role", "tracks", "calls") },
	messages: { columns: { thread: "nothing", body: "text" }, entry: "entry_id" },
	opt_outs: { columns: nothing("person") },
	one_time_secrets: { columns: { ...nothing("secret_hash", "kind", "detail"), email: "address" } },
	outbox: {
		columns: {
			...nothing("kind", "dedupe_key", "erased_recipient", "asked_by", "message_id", "state"),
			reply_to: "reply",
			to_address: "address",
			...holding("text", "subject", "body", "calendar", "last_error"),
		},
		entry: "entry_id",
	},
	photos: {
		columns: { ...nothing("name", "source_hash", "format", "loose_from", "sent_from"), source_name: "text" },
	},
	presences: { columns: nothing("name") },
	programme_drafts: { columns: { category: "nothing", definition: "event" }, shownBy: ["category"] },
	programme_versions: {
		columns: { category: "nothing", definition: "event", note: "event" },
		shownBy: ["category"],
	},
	programmes: { columns: { ...nothing("category", "state", "tells"), link: "event" }, shownBy: ["category"] },
	redactions: { columns: { field: "nothing", text: "text" }, entry: "entry_id", shownBy: ["field"] },
	released_photos: { columns: nothing("name") },
	releases: { columns: { note: "event", grid: "event" } },
	review_comments: { columns: { text: "text", mentions: "nothing" }, entry: "entry_id", author: "author_id" },
	review_criteria: { columns: { category: "nothing", criteria: "event" }, shownBy: ["category"] },
	review_rules: { columns: nothing("category") },
	reviews: {
		columns: {
			...nothing("state", "marks", "recommendation"),
			...holding("text", "committee_note", "author_note"),
		},
		entry: "entry_id",
		author: "reviewer_id",
	},
	roles: { columns: nothing("name") },
	saved_views: { columns: { kind: "nothing", name: "view", search: "view" }, shownBy: ["kind"], isNote: true },
	sessions: { columns: nothing("id_hash", "kind", "ip_prefix", "user_agent") },
	slots: { columns: nothing("day_id", "track_id", "time") },
	special_events: {
		columns: {
			...nothing("day_id", "track_id", "time"),
			...holding("event", "title", "title_zh", "description", "description_zh"),
		},
	},
	sqlite_sequence: { columns: nothing("name", "seq") },
	statuses: { columns: nothing("name") },
	tracks: {
		columns: {
			...nothing("id", "kind"),
			...holding("event", "label", "label_zh", "description", "description_zh"),
		},
	},
	users: { columns: { email: "address", name: "text", password_hash: "nothing" } },
	word_searches: { columns: nothing("basis") },
};

/** Columns of a place that hold one of these, in their order. */
export function columnsWith(place: Place, holds: ReadonlySet<Holds>): [string, Holds][] {
	return Object.entries(place.columns).filter((column): column is [string, Holds] => holds.has(column[1] as Holds));
}
