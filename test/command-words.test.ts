import { expect, it } from "vitest";
import { installation } from "./support/backups.ts";
import { runToEnd } from "./support/server.ts";

const HELP = /^npm run cli -- \S+.*\n\n[\s\S]+\n$/;
const USAGE = /^npm run cli -- \S+.*\n$/;

it.each([
	[["backup", "-"]],
	[["backup", "folder", "another"]],
	[["backup", "--nope"]],
	[["backup", "--daily=yes"]],
	[["verify"]],
	[["verify", "--", "--weird"]],
	[["init"]],
	[["init", "--template"]],
	[["init", "--template=nowhere"]],
	[["init", "--template", "hangzhou", "--template", "blank"]],
])("%j is refused with the usage, and does nothing", async (words) => {
	const { code, output } = await runToEnd("cli.js", { ...installation() }, words);
	expect(code).toBe(2);
	expect(output).toMatch(USAGE);
});

it.each([[["init", "--template", "--help"]], [["backup", "--nope", "--help"]], [["admin", "create", "--help"]]])(
	"%j prints the help",
	async (words) => {
		const { code, output } = await runToEnd("cli.js", { ...installation() }, words);
		expect(code).toBe(0);
		expect(output).toMatch(HELP);
	},
);
