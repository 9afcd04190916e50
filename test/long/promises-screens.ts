import type { Promised } from "./promises.ts";

export const screens: readonly Promised[] = [
	{
		id: "S1",
		words:
			"Every screen in each of its states is right in both languages, with scripts, without, and where their files are missing, at three widths, light and dark",
		tests: [["test/long/screens.test.ts"]],
	},
	{
		id: "S2",
		words: "Every public form can be handed in whatever becomes of its script, of storage and of cookies",
		tests: [["test/long/islands.test.ts"]],
	},
];
