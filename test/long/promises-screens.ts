import type { Promised } from "./promises.ts";

export const screens: readonly Promised[] = [
	{
		id: "S1",
		words:
			"Every screen in each of its states is right in both languages, with scripts, without them and with their files missing, at three widths, light and dark",
		tests: [["test/long/screens.test.ts"]],
	},
	{
		id: "S2",
		words: "Every public form can be submitted when scripts, storage or cookies fail or are missing",
		tests: [["test/long/islands.test.ts"]],
	},
];
