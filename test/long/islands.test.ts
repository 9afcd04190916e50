import { describe, it } from "vitest";
import { LACKS } from "../support/submit-forms.ts";

describe("every public form can be filled in and submitted", () => {
	it.each(Object.entries(LACKS))("when %s", (_, handInAll) => handInAll());
});
