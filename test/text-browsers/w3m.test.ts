import { expect, it } from "vitest";
import type { Field } from "../../app/programmes/define.ts";
import { programmes } from "../../app/programmes/index.ts";
import { CALL_NAMES, CALLS, NOMINATION, openAll } from "../support/fillings.ts";
import { openPortal } from "../support/portal.ts";
import { dump, openW3m } from "../support/w3m.ts";

/** Whether a question starts a line; one that a box of several lines answers has the line to itself. */
function isShown(page: string, { kind, label }: Field): boolean {
	const behind = kind === "textarea" ? "" : /(\[.*)?/.source;
	return page
		.split("\n")
		.some((line) => new RegExp(`^${label.en}( \\((optional|if you .*)\\))?${behind}$`).test(line.trim()));
}

it("every public form shows each question in front of what answers it", async () => {
	const portal = await openPortal();
	await openAll(portal);
	for (const name of CALL_NAMES) {
		const { path, filling } = CALLS[name];
		const page = await dump(`${portal.origin}${path}`);
		const programme = programmes.find((one) => path.startsWith(one.path));
		const asked = programme?.fields.filter((field) => field.name in filling && field.kind !== "copy") ?? [];
		expect([name, asked.length > 5]).toEqual([name, true]);
		expect([name, asked.filter((field) => !isShown(page, field)).map((field) => field.label.en)]).toEqual([name, []]);
	}
});

it("a nomination with an error is read, mended and stored as it was typed", async () => {
	const portal = await openPortal();
	const w3m = await openW3m(`${portal.origin}/spotlight-hz`);
	await w3m.type("Project Name", "Pagoda 塔");
	await w3m.type("Repository URL", "https://git.example.org/pagoda");
	await w3m.write("Overview", "A build tool.\n很小。");
	await w3m.type("Project Age", "4 years");
	await w3m.write("Why", "It saves an hour a day.");
	await w3m.type("Nominator Name", "Han Meimei");
	await w3m.type("Nominator Email", "mei@example.org");
	await w3m.tick("Owner same as nominator");
	await w3m.press("Submit");
	const answer = await w3m.read();
	expect(answer.match(/• .*/g)).toEqual(["• Number of Maintainers is required"]);
	expect(answer).toContain("Error: Number of Maintainers is required");
	expect(answer).toContain("[Pagoda 塔 ");
	await w3m.type("Number of Maintainers", "12");
	await w3m.press("Submit");
	expect(await w3m.read()).toContain("Thank you!");
	const rows = portal.sqlite.prepare("select name, email, title, answers from entries").all() as { answers: string }[];
	expect(rows.map((row) => ({ ...row, answers: JSON.parse(row.answers) }))).toEqual([
		{
			name: "Han Meimei",
			email: "mei@example.org",
			title: "Pagoda 塔",
			answers: {
				projectrepo: NOMINATION.projectrepo,
				maintainers: "12",
				overview: "A build tool.\n很小。",
				projectage: "4 years",
				why: "It saves an hour a day.",
				impact: "",
				sponsored: "",
				web: "",
				ownersame: true,
				ownername: "Han Meimei",
				owneremail: "mei@example.org",
			},
		},
	]);
});
