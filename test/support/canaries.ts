import { EVENT_COLUMNS } from "./event.ts";

/** Columns without personal data. */
export const STRUCTURE = [
	...["attempts.category", "attempts.field", "draft_links.form", "draft_links.subject", "drafts.form"],
	...["entries.category", "entries.track_id", "entries.photo", "late_entries.form", "late_entries.category"],
	...["late_entries.photo", "late_entries.locale", "erasures.id", "entries.kind", "entries.status", "photos.format"],
	...["entries.incomplete", "entries.locale", "entry_counts.kind", "entry_counts.track_id"],
	...["entry_counts.status", "entry_log.type", "identities.provider", "applied_migrations.hash"],
	...["drafts.network", "photos.loose_from", "installation.id", "released_photos.name", "memberships.role"],
	...["entries.presence", "presences.name", "statuses.name", "roles.name", "one_time_secrets.kind"],
	...["outbox.kind", "outbox.state", "photos.name", "programmes.category", "programmes.state", "programmes.link"],
	...["sessions.kind", "sqlite_sequence.name", "sqlite_sequence.seq", "days.id", "days.date"],
	...["day_tracks.day_id", "day_tracks.track_id", "day_tracks.room", "slots.day_id", "slots.track_id"],
	...["slots.time", "releases.note", "releases.grid", "special_events.day_id", "special_events.track_id"],
	...["special_events.time", "special_events.title", "special_events.title_zh", "special_events.description"],
	...["special_events.description_zh", "tracks.id", "tracks.kind", "tracks.label", "tracks.label_zh"],
	...EVENT_COLUMNS.concat("tracks.description", "tracks.description_zh", "entry_counts.presence", "saved_views.kind"),
	...["programme_versions.category", "programme_versions.definition", "programme_drafts.category"],
];

/** Other columns that receive a canary (SQL expression, unique per row). */
export const PLANTED: Record<string, string> = {
	"attempts.subject": "'canary-subject-' || rowid",
	// Links follow: they name the draft they open.
	"drafts.subject": "'canary-drafts-' || rowid",
	"draft_links.secret_hash": "cast('canary-link-' || rowid as blob)",
	"drafts.values": `'{"title":"canary-draft"}'`,
	"drafts.previous": `'{"title":"canary-previous"}'`,
	"entry_log.state": "'canary-state'",
	"entry_log.changes": `'{"email":{"from":"canary-from","to":"canary-to"}}'`,
	"entry_log.batch": "'canary-batch'",
	"entry_log.undoes": "'canary-undoes'",
	"identities.subject": "'canary-identity-' || rowid",
	"late_entries.subject": "'canary-late-' || rowid",
	"late_entries.email_folded": "'canary-late@example.org'",
	"late_entries.content": `json_replace(content, '$.title', 'canary-late-title', '$.name', 'canary-late-name')`,
	"late_entries.submission_key": "'canary-late-key'",
	"one_time_secrets.secret_hash": "cast('canary-secret-' || rowid as blob)",
	"one_time_secrets.email": "'canary-pending@example.org'",
	"one_time_secrets.detail": "'canary-detail'",
	"outbox.dedupe_key": "'canary-dedupe-' || rowid",
	"outbox.erased_recipient": "'canary-erased'",
	"outbox.to_address": "'canary-to@example.org'",
	"outbox.subject": "'canary-subject'",
	"outbox.body": "'canary-body'",
	"outbox.calendar": "'canary-calendar'",
	"outbox.message_id": "'<canary-' || rowid || '@example.org>'",
	"outbox.last_error": "'canary-error'",
	...{ "photos.source_hash": "'canary-hash'", "photos.source_name": "'canary-source.jpg'" },
	"programme_versions.note": "'canary-note'",
	"programme_drafts.definition": `json_replace(definition, '$.title.en', 'canary-unpublished')`,
	...{ "saved_views.name": "'canary-view'", "saved_views.search": "'q=canary-search'" },
};
