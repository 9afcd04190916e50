import type { Promised } from "./promises.ts";

export const input: readonly Promised[] = [
	{
		id: "F1",
		words: "46,000 requests of any kind, to any address, by anybody, are answered below 500, calls with JSON",
		tests: [
			["test/long/fuzz.test.ts"],
			["test/strangers/bodies.test.ts"],
			["test/long/bodies.test.ts"],
			["test/rest/bodies.test.ts"],
			["test/rest/numbers.test.ts"],
		],
	},
	{
		id: "F2",
		words: "Requests that no browser sends are answered below 500",
		tests: [["test/guard.test.ts", "a request no browser sends"], ["test/strangers/bodies.test.ts"]],
	},
	{
		id: "F3",
		words: "Other spellings of an address give away nothing private and redirect to no other site",
		tests: [["test/guard.test.ts"], ["test/access.test.ts", "the access table"], ["test/canary.test.ts"]],
	},
	{
		id: "F4",
		words:
			"Files that are not photos, nor PDFs of works, are refused; photos are stored as clean JPEGs, in bounded memory; a PDF is never more than a download",
		tests: [["test/screens/photos.test.ts"], ["test/programmes/work-file.test.ts"], ["test/long/photo-memory.test.ts"]],
	},
	{
		id: "F5",
		words: "Every accepted text comes back as typed in forms, REST calls, lists and files",
		tests: [["test/programmes/kept.test.ts"], ["test/lists/csv-guard.test.ts", "a file for spreadsheets is read"]],
	},
	{
		id: "F6",
		words: "No cell of a CSV export is executed as a formula",
		tests: [["test/lists/csv-guard.test.ts"], ["test/lists/csv.test.ts"]],
	},
];
