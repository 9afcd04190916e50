import type { Promised } from "./promises.ts";

export const faults: readonly Promised[] = [
	{
		id: "R1",
		words:
			"Killed with -9 during a stream of submissions, the server loses none of 10,000 acknowledged ones, no photo and no receipt, and stores none twice",
		tests: [["test/long/kill.test.ts"]],
	},
	{
		id: "R2",
		words:
			"Killed after the mail server accepted a mail and before noting it, the server sends the mail at most once more, with the same Message-ID",
		tests: [
			["test/long/faults/letter.test.ts", "a server killed between"],
			["test/receipts.test.ts", "receipts that others cause keep their Message-ID after a crash"],
			["test/mail.test.ts", "the receipt half sent in a crash is sent again after the next start"],
		],
	},
	{
		id: "R3",
		words:
			"Photo, folder and log are flushed before a submission is acknowledged, so that a power cut loses none, whatever the disk kept of unflushed writes; no program can help where a disk loses what it reported as flushed",
		tests: [["test/long/power-cut.test.ts"], ["test/long/lost-writes.test.ts"]],
	},
	{
		id: "R4",
		words:
			"Killed during a migration, a backup or a restore: the old state or the new one, never a mixture, and only a complete backup gets its name",
		tests: [
			["test/migrating.test.ts", "a database of an earlier version rolls a failing migration back completely"],
			["test/backup.test.ts", "a backup gets its name only when complete"],
			[
				"test/long/faults/surroundings.test.ts",
				"a restore killed at any moment",
				"a restore that had begun to exchange",
			],
			["test/long/migration-kill.test.ts"],
			["test/long/full-disk.test.ts", "commands that meet a full file system"],
		],
	},
	{
		id: "R5",
		words:
			"On a full disk new data is refused with 507, pages are still shown, nothing is lost, and once there is space again the server recovers without a restart",
		tests: [
			["test/long/full-disk.test.ts", "on a full file system new data is refused"],
			["test/disk.test.ts", "the disk with less"],
			["test/database.test.ts", "the database answers 507"],
		],
	},
	{
		id: "R6",
		words:
			"While another process holds the write lock, posts wait and pages are shown; after too long a wait forms come back with 503",
		tests: [["test/locks.test.ts"], ["test/database.test.ts", "the database waits for a short lock"]],
	},
	{
		id: "R7",
		words:
			"A backup during 20 submissions a second is quick, delays them little, is complete and contains at least the data present when it began",
		tests: [["test/long/backup.test.ts"]],
	},
	{
		id: "R8",
		words: "Whatever a mail server does, submissions go on, and every mail is sent, retried or given up correctly",
		tests: [
			["test/mail.test.ts"],
			["test/mails/held-up.test.ts"],
			["test/mails/verdict.test.ts"],
			["test/mails/certificate.test.ts"],
		],
	},
	{
		id: "R9",
		words: "Whatever GitHub does, every login ends with an answer, and nobody gets another person's session or account",
		tests: [["test/accounts/github.test.ts"]],
	},
	{
		id: "R10",
		words: "Damaged and aborted uploads get a clear answer and leave neither files nor memory behind",
		tests: [
			["test/long/aborted.test.ts"],
			["test/screens/photos.test.ts", "a photo that cannot be used"],
			["test/long/slow.test.ts"],
		],
	},
	{
		id: "R11",
		words: "A clock that is set back or forward breaks nothing",
		tests: [
			["test/disk.test.ts", "/readyz fails when photos are refused, even after the clock was set back"],
			["test/mails/queue.test.ts", "mails that wait do not wait for a clock"],
			["test/accounts/github.test.ts", "signing in with GitHub stops no longer"],
			["test/accounts/set-clock.test.ts"],
		],
	},
	{
		id: "R12",
		words: "If many people change the same thing at once, one wins and the others are told",
		tests: [
			[
				"test/schedule/calls.test.ts",
				"the call that places a talk lets exactly one of fifty",
				"the call that places a talk leaves a talk",
			],
			["test/screens/admin.test.ts", "the status of a proposal"],
		],
	},
	{
		id: "R13",
		words: "Told to stop, the server finishes running requests, checkpoints the log and exits with 0",
		tests: [["test/operate.test.ts", "a running server ends", "a stopping server"]],
	},
	{
		id: "R14",
		words:
			"A second server, wrong permissions, or a database of a newer version: refused with one line, nothing changed",
		tests: [
			["test/database.test.ts", "the volume belongs to one server"],
			["test/permissions.test.ts"],
			["test/migrating.test.ts", "a database of an earlier version is copied"],
			["test/long/faults/surroundings.test.ts", "file system faults"],
			["test/long/surroundings.test.ts"],
		],
	},
	{
		id: "R15",
		words:
			"A restore brings 10,000 entries and 330 MB of photos back on another machine, every photo the same, within 60 s",
		tests: [["test/long/restore.test.ts"], ["test/restore.test.ts"]],
	},
	{
		id: "R16",
		words: "Typed text survives a lost server, a reload and a closed tab, and sending it again stores it once",
		tests: [
			["test/browser/drafts.test.ts"],
			["test/browser/journey.test.ts", "with scripts typed text comes back after the tab was closed"],
			["test/programmes/idempotent.test.ts"],
		],
	},
	{
		id: "R17",
		words:
			"With Litestream beside the server, as the operator's guide sets it up, a machine that is lost takes at most the submissions since the last copy with it, and none once the copies have caught up",
		tests: [["test/long/litestream.test.ts"]],
	},
];
