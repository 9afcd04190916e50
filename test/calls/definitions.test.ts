import fc from "fast-check";
import { expect, it } from "vitest";
import { defineProgramme, definitionOf, type Field, type ProgrammeDefinition } from "../../app/programmes/define.ts";
import { definitionChanges } from "../../app/programmes/definition-changes.ts";
import { type DefinitionFault, definitionFaults } from "../../app/programmes/definition-faults.ts";
import { generalCalls, templates } from "../../app/programmes/templates.ts";
import { programmeDefinition } from "../../app/schemas/definition.ts";
import { answersOf, complete, openAll } from "../support/fillings.ts";
import { submitForm, textOfPage } from "../support/form.ts";
import { openPortal } from "../support/portal.ts";
import { organiser } from "../support/released-schedule.ts";

const hangzhou = definitionOf(templates.find(({ category }) => category === "hangzhou") as never);

/** The talk form with further questions at its end. */
function withQuestions(...questions: Field[]): ProgrammeDefinition {
	const [last, ...others] = [...hangzhou.sections].reverse();
	if (!last) throw new Error("no section");
	return { ...hangzhou, sections: [...others.reverse(), { ...last, fields: [...last.fields, ...questions] }] };
}

const question = (name: string, more: Partial<Field> = {}) =>
	({ kind: "text", name, label: { en: name, zh: name }, audience: "owner", max: 100, ...more }) as Field;
const choice = (name: string, ...values: string[]) =>
	question(name, {
		kind: "select",
		options: values.map((value) => ({ value, label: { en: value, zh: value } })),
	} as Partial<Field>);

it.each([...templates, ...generalCalls].map((template) => [template.category, template] as const))(
	"the supplied form of %s is a right definition, and is stored as it is",
	(_, template) => {
		const stored = programmeDefinition.parse(definitionOf(template));
		expect([definitionFaults(stored), definitionChanges(definitionOf(template), stored)]).toEqual([[], []]);
		expect(defineProgramme(stored).fields).toEqual(template.fields);
	},
);

it.each<[string, Partial<DefinitionFault>["fault"], ProgrammeDefinition]>([
	["a name that is taken", "nameTaken", withQuestions(question("bio"))],
	["a name that calls have for something else", "nameReserved", withQuestions(question("status"))],
	["a name that every object has", "nameReserved", withQuestions(question("constructor"))],
	["a condition without a question", "whenUnknown", withQuestions(question("a", { when: { field: "b", is: "x" } }))],
	[
		"a circle of conditions",
		"whenLater",
		withQuestions(
			{ ...choice("a", "x"), when: { field: "b", is: "x" } } as Field,
			{ ...choice("b", "x"), when: { field: "a", is: "x" } } as Field,
		),
	],
	["a condition on a text", "whenKind", withQuestions(question("a", { when: { field: "bio", is: "x" } }))],
	[
		"a condition on no option",
		"whenOption",
		withQuestions(question("a", { when: { field: "language", is: "French" } })),
	],
	["the same option twice", "optionTwice", withQuestions(choice("a", "x", "x"))],
	[
		"a second file",
		"nameReserved",
		withQuestions(question("picture", { kind: "photo", adviceBytes: 1 } as Partial<Field>)),
	],
	["an option that no answer can be", "optionSpaces", withQuestions(choice("a", "x\ty"))],
	["an option of spaces alone", "optionSpaces", withQuestions(choice("a", " "))],
	["a column of another kind", "columnKind", withQuestions(question("a", { kind: "choices", column: "org" }))],
	["a column that another question has", "columnTwice", withQuestions(question("a", { column: "title" }))],
	["a name that the page of all calls has", "nameTaken", { ...hangzhou, category: "all" }],
	[
		"an answer settled with no option",
		"variantOption",
		{ ...hangzhou, variants: [{ event: "x", fixed: { language: "French" } }] },
	],
	["a form of too many controls", "tooMany", withQuestions(...Array.from({ length: 40 }, (_, n) => question(`q${n}`)))],
])("%s is a fault", (_, fault, definition) => {
	expect(definitionFaults(definition).map((one) => one.fault)).toContain(fault);
});

it("every difference is named: what was added, taken away, moved, reworded, made required", () => {
	const after = withQuestions(question("visa"));
	expect(definitionChanges(hangzhou, after)).toEqual([
		{ what: "added", about: { en: "visa", zh: "visa" }, field: "visa", parts: [] },
	]);
	expect(definitionChanges(after, hangzhou).map(({ what, field }) => [what, field])).toEqual([["removed", "visa"]]);
	const [consent, presenter, talk] = hangzhou.sections;
	if (!consent || !presenter || !talk) throw new Error("no sections");
	const [first, second, ...rest] = presenter.fields;
	const moved = { ...presenter, fields: [second, first, ...rest] as Field[] };
	const order = definitionChanges(hangzhou, { ...hangzhou, sections: [consent, moved, talk] });
	expect(order).toMatchObject([{ what: "moved" }]);
	const optional = {
		...presenter,
		fields: presenter.fields.map((one) => (one.name === "bio" ? { ...one, required: undefined } : one)),
	};
	expect(definitionChanges(hangzhou, { ...hangzhou, sections: [consent, optional, talk] })).toMatchObject([
		{ what: "nowOptional", field: "bio", parts: [] },
	]);
});

const WORDS = fc.record({
	en: fc.constantFrom("Diet", "<b>Bold</b>", 'A, "B" & C', "x".repeat(200)),
	zh: fc.constantFrom("饮食", "甲，乙"),
});
const OPTIONS = fc.uniqueArray(fc.constantFrom("a", "b, c", 'say "d"', "<e>", "=1+1", "选项"), {
	minLength: 1,
	maxLength: 6,
});

/** Own questions of every kind, some of which depend on one before. */
const QUESTIONS = fc
	.array(
		fc.record({
			kind: fc.constantFrom("text", "textarea", "url", "email", "select", "radio", "choices"),
			label: WORDS,
			options: OPTIONS,
			depends: fc.boolean(),
			required: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 8 },
	)
	.map((drawn) => {
		const fields: Field[] = [];
		drawn.forEach(({ kind, label, options, depends, required }, n) => {
			const asker = depends ? fields.findLast((one) => "options" in one) : undefined;
			const value = asker && "options" in asker ? asker.options[0]?.value : undefined;
			const when =
				asker &&
				value !== undefined &&
				(asker.kind === "choices" ? { field: asker.name, includes: value } : { field: asker.name, is: value });
			const common = {
				name: `own${n}`,
				label,
				audience: "owner" as const,
				...(when && { when }),
				...(required && { required: true as const }),
			};
			const max = kind === "textarea" ? { max: 500, rows: 4 } : /select|radio|choices/.test(kind) ? {} : { max: 254 };
			const list = /select|radio|choices/.test(kind)
				? { options: options.map((one) => ({ value: one, label: { en: one, zh: one } })) }
				: {};
			fields.push({ ...common, kind, ...max, ...list } as Field);
		});
		return fields;
	});

/** An answer to each question that is asked, given the ones before. */
function answersTo(fields: readonly Field[]): Record<string, string | string[]> {
	const answers: Record<string, string | string[]> = {};
	for (const field of fields) {
		const { when } = field;
		const given = when && answers[when.field];
		if (when && !("is" in when ? given === when.is : given?.includes(when.includes))) continue;
		if (field.kind === "choices") answers[field.name] = field.options.map(({ value }) => value);
		else if ("options" in field) answers[field.name] = field.options[0]?.value ?? "";
		else
			answers[field.name] =
				{ email: "a@example.org", url: "https://example.org/a?b=1", textarea: 'One\n"two", <three>' }[
					field.kind as string
				] ?? '=answer, "quoted"';
	}
	return answers;
}

it("every right definition renders, checks, stores, shows, exports and reads back what was put in", async () => {
	const portal = await openPortal();
	await openAll(portal);
	const actor = await organiser(portal);
	const admin = await portal.admin();
	const { callForms } = portal.services;
	let calls = 0;
	await fc.assert(
		fc.asyncProperty(QUESTIONS, async (questions) => {
			calls += 1;
			const call = `own-${calls}`;
			const said = { category: call, path: `/${call}`, label: { en: call, zh: call }, title: { en: call, zh: call } };
			const created = await callForms.create(actor, withQuestions(...questions), said);
			expect(created).toEqual({ ok: true });
			const { revision, definition } = callForms.open(actor, call);
			expect(await callForms.publish(actor, call, { revision, note: "Generated", marks: false })).toMatchObject({
				ok: true,
			});
			expect(JSON.parse(JSON.stringify(definition))).toEqual(
				JSON.parse(
					JSON.stringify({ ...withQuestions(...questions), variants: undefined, ...said, window: { state: "closed" } }),
				),
			);
			await openAll(portal);
			const agent = portal.agent();
			const { text } = await agent.get(`/${call}`).expect(200);
			const answers = answersTo(questions);
			const sent = await submitForm(agent, text, { ...(await complete("hangzhou")), title: `Of ${call}`, ...answers });
			expect([sent.status, sent.status === 303 ? "" : textOfPage(sent.text).slice(0, 600)]).toEqual([303, ""]);
			const id = Number(/talk-(\d+)/.exec(sent.headers.location ?? "")?.[1]);
			expect(answersOf(portal, id)).toMatchObject(answers);
			const details = textOfPage((await admin.get(`/admin/proposals?modal=details&id=${id}`).expect(200)).text);
			for (const { name, label } of questions) if (answers[name]) expect(details).toContain(label.en.slice(0, 3));
			const api = (await portal.agent().get("/api/openapi.json").expect(200)).body;
			expect(JSON.stringify(api)).toContain("own0");
		}),
		{ numRuns: 12 },
	);
	const { text } = await admin.get("/admin/export/talk").expect(200);
	expect(text.split("\r\n").length).toBeGreaterThan(calls);
});
