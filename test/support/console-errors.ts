import { afterEach, beforeEach, expect, vi } from "vitest";

/** React and the page framework complain on the console: an unexpected complaint fails the test. */
const complaints: unknown[][] = [];

beforeEach(() => {
	complaints.length = 0;
	vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words));
});

afterEach(() => {
	vi.restoreAllMocks();
	expect(complaints).toEqual([]);
});
