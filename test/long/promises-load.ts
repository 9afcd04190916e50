import type { Promised } from "./promises.ts";

const BENCH = "Minutes at a fixed rate; the benchmark keeps 12 clients busy for 12 s";

export const load: readonly Promised[] = [
	{ id: "L1", words: "20 submissions a second with a photo of 350 KB", tests: [], bench: "submissions", lacks: BENCH },
	{ id: "L2", words: "8 submissions a second with a photo of 1.7 MB", tests: [], bench: "submissions", lacks: BENCH },
	{ id: "L3", words: "150 submissions of text a second", tests: [], bench: "submissions", lacks: BENCH },
	{
		id: "L4",
		words: "300 submissions with photos within one second are all stored, none is refused",
		tests: [["test/long/burst.test.ts"], ["test/long/deadline.test.ts"]],
	},
	{
		id: "L5",
		words:
			"The hour of the deadline in ten minutes, with the limits and the memory of the image: 5 talks with a photo, 20 pages and 2 logins a second, a list of the console every 10 s and a backup: none refused, nothing lost, and a talk's photo makes no page wait",
		tests: [["test/long/deadline-hour.test.ts"]],
	},
	{ id: "L6", words: "100 pages a second", tests: [], bench: "throughput" },
	{
		id: "L7",
		words: "20 logins a second are quick and delay no files, and a flood of wrong passwords does not delay others",
		tests: [["test/long/logins.test.ts"]],
	},
	{
		id: "L8",
		words: "Lists of 5,000 entries and more answer as fast as short ones",
		tests: [],
		bench: "lists",
		lacks: "How long others wait in the meantime",
	},
	{
		id: "L9",
		words:
			"Slow connections do not occupy places for long, and never those of others: 500 that trickle or do not read, from many networks and from one, delay none of 20 talks a second",
		tests: [["test/long/slow.test.ts"], ["test/long/slow-load.test.ts"]],
	},
	{
		id: "L10",
		words: "After two hours at two submissions a second, memory, files and log have not grown",
		tests: [["test/long/soak.test.ts"]],
	},
	{
		id: "L11",
		words:
			"In a store that one stranger, one speaker, one reviewer and one organiser have filled for a week as far as the limits let them, no answer to anybody blocks the server for more than 100 ms, pages and paged calls weigh at most 1 MB, and what is sent whole takes bounded memory",
		tests: [["test/long/full-store.test.ts"], ["test/full-store.test.ts"]],
		lacks: "All 20,160 entries with the longest texts (2 GB); calls, days and events by the hundred",
	},
	{
		id: "L12",
		words:
			"What one sender can send at once or again and again fills nothing and stops nobody: photos of a guest, documents of 1 MB, 500 cards, 480 nominations",
		tests: [["test/long/attacks.test.ts"]],
	},
];
