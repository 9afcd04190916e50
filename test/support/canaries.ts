import { EVENT_COLUMNS } from "./event.ts";
import { LATE_COPY } from "./late-forms.ts";
import type { TestPortal } from "./portal.ts";

/** Columns without personal data. */
export const STRUCTURE = [
	...["attempts.category", "attempts.field", "draft_links.form", "draft_links.subject", "drafts.form"],
	...["entries.category", "entries.track_id", "entries.photo", "late_entries.form", "late_entries.category"],
	...["late_entries.photo", "late_entries.locale", "erasures.id", "entries.kind", "entries.status", "photos.format"],
	...["entries.incomplete", "entries.locale", "entry_counts.kind", "entry_counts.track_id"],
	...["entry_counts.status", "entry_log.type", "identities.provider", "applied_migrations.hash"],
	...[
		"drafts.network",
		"photos.loose_from",
		"photos.sent_from",
		"installation.id",
		"released_photos.name",
		"memberships.role",
	],
	...["entries.presence", "presences.name", "statuses.name", "roles.name", "one_time_secrets.kind"],
	...["outbox.kind", "outbox.state", "photos.name", "programmes.category", "programmes.state", "programmes.link"],
	...["sessions.kind", "sqlite_sequence.name", "sqlite_sequence.seq", "days.id", "days.date"],
	...["day_tracks.day_id", "day_tracks.track_id", "day_tracks.room", "slots.day_id", "slots.track_id"],
	...["slots.time", "releases.note", "releases.grid", "special_events.day_id", "special_events.track_id"],
	...["special_events.time", "special_events.title", "special_events.title_zh", "special_events.description"],
	...["special_events.description_zh", "tracks.id", "tracks.kind", "tracks.label", "tracks.label_zh"],
	...EVENT_COLUMNS.concat("tracks.description", "tracks.description_zh", "entry_counts.presence", "saved_views.kind"),
	...["programme_versions.category", "programme_versions.definition", "programme_drafts.category"],
	...[
		"mail_texts.kind",
		"mail_texts.locale",
		"entries.told_status",
		"entries.told_presence",
		"entry_counts.told_status",
	],
	...["entry_log.told", "programmes.tells", "decision_releases.category"],
	...["decision_releases.statuses", "decision_releases.tracks", "decision_letters.kind"],
	...["late_links.category", "messages.thread", "review_rules.category", "review_criteria.category"],
	...["assignments.made_by", "conflicts.state", "reviews.state", "reviews.recommendation", "redactions.field"],
	...["review_comments.mentions", "edited_answers.field", "word_searches.basis"],
];

/** Other columns that receive a canary (SQL expression, unique per row). */
export const PLANTED: Record<string, string> = {
	"attempts.subject": "'canary-subject-' || rowid",
	// Links follow: they name the draft they open.
	"drafts.subject": "'canary-drafts-' || rowid",
	"draft_links.secret_hash": "cast('canary-link-' || rowid as blob)",
	"drafts.values": `'{"title":"canary-draft"}'`,
	"drafts.older": `'[{"values":{"title":"canary-older"},"savedAt":1}]'`,
	"entry_log.state": "'canary-state'",
	"entry_log.changes": `'{"email":{"from":"canary-from","to":"canary-to"}}'`,
	"entries.sent_from": "'canary-network'",
	"edited_answers.before": `cast('"canary-before"' as blob)`,
	"edited_answers.after": `'"canary-after"'`,
	"entry_log.batch": "'canary-batch'",
	"entry_log.undoes": "'canary-undoes'",
	"identities.subject": "'canary-identity-' || rowid",
	"late_entries.subject": "'canary-late-' || rowid",
	"late_entries.email_folded": "'canary-late@example.org'",
	"late_entries.content": `json_replace(content, '$.title', 'canary-late-title', '$.name', 'canary-late-name')`,
	"late_entries.submission_key": "'canary-late-key'",
	"late_links.secret_hash": "cast('canary-late-link-' || rowid as blob)",
	"late_links.note": "'canary-link-note'",
	"one_time_secrets.secret_hash": "cast('canary-secret-' || rowid as blob)",
	"one_time_secrets.email": "'canary-pending@example.org'",
	"one_time_secrets.detail": "'canary-detail'",
	"outbox.dedupe_key": "'canary-dedupe-' || rowid",
	"outbox.erased_recipient": "'canary-erased'",
	"outbox.asked_by": "'canary-asked'",
	"outbox.to_address": "'canary-to@example.org'",
	"outbox.subject": "'canary-subject'",
	"outbox.body": "'canary-body'",
	"outbox.calendar": "'canary-calendar'",
	"outbox.message_id": "'<canary-' || rowid || '@example.org>'",
	"outbox.last_error": "'canary-error'",
	...{ "photos.source_hash": "'canary-hash'", "photos.source_name": "'canary-source.jpg'" },
	"programme_versions.note": "'canary-note'",
	"programme_drafts.definition": `json_replace(definition, '$.title.en', 'canary-unpublished')`,
	...{ "mail_texts.subject": "'canary-mail-subject'", "mail_texts.body": "'canary-mail-text'" },
	"decision_releases.seen": "'canary-seen'",
	...{ "decision_letters.subject": "'canary-own-subject'", "decision_letters.body": "'canary-own-text'" },
	...{ "broadcasts.query": "'q=canary-broadcast'", "broadcasts.reply_to": "'canary-broadcast@example.org'" },
	...{ "broadcasts.subject_en": "'canary-many-en'", "broadcasts.body_en": "'canary-many-text-en'" },
	...{ "broadcasts.subject_zh": "'canary-many-zh'", "broadcasts.body_zh": "'canary-many-text-zh'" },
	...{ "broadcasts.seen": "'canary-broadcast-seen'", "outbox.reply_to": "'canary-reply@example.org'" },
	"opt_outs.person": "'canary-opt-out'",
	...{ "memberships.tracks": `'["canary-track"]'`, "memberships.calls": `'["canary-call"]'` },
	"review_criteria.criteria": `'[{"id":"canary","scale":"1-5","weight":1,"label":{"en":"canary-label","zh":"canary-zh"},"help":{"en":"","zh":""}}]'`,
	...{ "reviews.marks": `'{"canary":5}'`, "reviews.committee_note": "'canary-committee'" },
	...{ "reviews.author_note": "'canary-author-note'", "redactions.text": "'canary-redaction'" },
	"messages.body": "'canary-message-' || thread",
	"review_comments.text": "'canary-comment'",
	...{ "saved_views.name": "'canary-view'", "saved_views.search": "'q=canary-search'" },
};

/** Rows of tables that only organisers and people under way fill, about what is stored. */
export const ONE_OF_EACH = `${LATE_COPY} insert into saved_views (kind, name, search) values ('talk', 'View', '');
	insert into late_links (secret_hash, category, note, allowed, created_at, expires_at) values (x'00', 'hangzhou', '', 1, 1, 9e12);
	insert into programme_drafts select category, definition, 1, 1, null from programme_versions;
	insert into decision_letters select id, 'accept', 'Subject', 'Text', 1, null from entries;
	insert into decision_releases (event_id, category, statuses, tracks, seen, unmailed, at) values (1, 'hangzhou', '[]', '[]', '', 0, 1);
	insert into broadcasts (event_id, query, subject_en, body_en, subject_zh, body_zh, reply_to, seen, at) values (1, '', '', '', '', '', '', '', 1);
	insert into opt_outs values (1, '', 1);
	insert into review_rules values ('hangzhou', null, null, 3, 1, 1, 0, 1, 1);
	insert into review_criteria values ('hangzhou', 1, '[]', 1, null);
	insert into reviews (entry_id, state, marks, rules_version, entry_version, revision, at) select id, 'done', '{}', 1, 0, 1, 1 from entries;
	insert into review_comments (entry_id, text, at) select id, 'Text', 1 from entries;
	insert into redactions select id, 'abstract', '', 0, 1, null from entries;
	insert into messages (entry_id, thread, from_team, body, at) select id, 'people', 1, 'Text', 1 from entries;
	insert into messages (entry_id, thread, from_team, body, at) select id, 'organisers', 1, 'Text', 1 from entries;
	insert into edited_answers select id, 'bio', entry_id, x'', '' from entry_log;
	insert into mail_texts select id, 'receipt', 'en', 'Subject', 'Text', 1, 1, null from events`;

/** Every column that can have a text, as `table.column`. */
export function columnsOf({ sqlite }: TestPortal): string[] {
	const tables = sqlite
		.prepare("select name from pragma_table_list where type = 'table' and schema = 'main' and name <> 'sqlite_schema'")
		.pluck()
		.all() as string[];
	return tables.flatMap((table) =>
		(sqlite.pragma(`table_info(${table})`) as { name: string; type: string }[])
			.filter(({ type }) => type !== "INTEGER")
			.map(({ name }) => `${table}.${name}`),
	);
}
