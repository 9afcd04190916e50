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
			"The hour of the deadline: 300 people at once submit a photo, again and again for 60 s, with the limits and the memory of the image: none refused, nothing lost",
		tests: [["test/long/deadline.test.ts"]],
		lacks: "Ten minutes; logins and a backup at the same time",
	},
	{ id: "L6", words: "100 pages a second", tests: [], bench: "throughput" },
	{
		id: "L7",
		words: "A flood of wrong passwords does not delay others",
		tests: [["test/long/quiet.test.ts", "a flood of wrong passwords"]],
		lacks: "20 correct logins a second",
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
		words: "Slow connections do not occupy places for long, and never those of others",
		tests: [["test/long/slow.test.ts"]],
		lacks: "500 of them beside 20 submissions a second; the test has 200 beside a few",
	},
	{
		id: "L10",
		words: "After six hours at two submissions a second, memory, files and log have not grown",
		tests: [],
		lacks: "All of it: a run of six hours",
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
