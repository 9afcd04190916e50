import fc from "fast-check";
import { expect, it } from "vitest";
import { TELLING } from "../../app/enumerations.ts";
import { definitionOf, type Field, type ProgrammeDefinition } from "../../app/programmes/define.ts";
import { generalCalls } from "../../app/programmes/templates.ts";
import { FIRST_RULES } from "../../app/reviews/criteria.ts";
import type { SetupDocument } from "../../app/schemas/setup.ts";
import { openBlank } from "../support/blank.ts";

const texts = ["A", "“Quoted” \\ & <b>", "中文", "line\nline", "é😀", "{{name}}"];
const text = fc.constantFrom(...texts);
const label = text.map((en) => ({ en: en.replace("\n", " "), zh: "字" }));

const TRACKS = ["grass", "water", "sky-2"];

const question = fc
	.record({
		at: fc.nat(9),
		label,
		required: fc.boolean(),
		options: fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
	})
	.map(
		({ at, required, options, ...rest }): Field => ({
			...rest,
			kind: "select",
			name: `own${at}`,
			audience: "owner",
			options: options.map((value) => ({ value, label: { en: value, zh: value } })),
			...(required && { required: true }),
		}),
	);

/** The largest form has no room for more. */
const isFull = ({ kind }: ProgrammeDefinition) => kind === "aigc";

const withQuestions = (definition: ProgrammeDefinition, own: readonly Field[]) => ({
	...definition,
	sections: definition.sections.map((section, index) =>
		index === definition.sections.length - 1 && !isFull(definition)
			? { ...section, fields: [...section.fields, ...own] }
			: section,
	),
});

const calls = fc
	.uniqueArray(fc.constantFrom(...generalCalls.map(definitionOf)), {
		minLength: 1,
		selector: ({ category }) => category,
	})
	.chain((chosen) =>
		fc.tuple(
			...chosen.map((definition) =>
				fc
					.record({
						own: fc.uniqueArray(question, { maxLength: 4, selector: ({ name }) => name }),
						state: fc.constantFrom("open" as const, "closed" as const),
						closes: fc.constantFrom(null, "2027-06-30T23:59:59.000+00:00"),
						archived: fc.boolean(),
						title: label,
					})
					.map(({ own, state, closes, archived, title }) => {
						const { window: _, ...form } = withQuestions(definition, own);
						return {
							definition: { ...form, title },
							state,
							opensAt: null,
							closesAt: closes,
							link: null,
							tells: TELLING[title.en.length % 2],
							confirmBy: title.en.length % 3 === 0 ? "2025-09-01T23:59:59.000+00:00" : null,
							remindDays: title.en.length % 5,
							review: archived
								? null
								: { ...FIRST_RULES, criteria: [...FIRST_RULES.criteria], opensAt: null, closesAt: closes },
							archived,
						};
					}),
			),
		),
	);

const day = (date: string) =>
	fc
		.record({ ids: fc.uniqueArray(fc.constantFrom(...TRACKS)), room: text, slots: fc.nat(4), lunch: fc.boolean() })
		.map(({ ids, room, slots, lunch }) => ({
			date,
			tracks: ids.map((id) => ({
				...{ id, room: room.replace("\n", " ") },
				slots: Array.from({ length: slots }, (_, n) => ({ time: `0${9 - n}:00`, minutes: 30 + n })),
			})),
			specials: lunch
				? [
						{
							time: "12:00",
							minutes: 60,
							track: null,
							title: "Lunch",
							titleZh: "",
							description: room,
							descriptionZh: "",
						},
					]
				: [],
		}));

const documents = (blank: SetupDocument) =>
	fc
		.record({
			front: text,
			calls,
			order: fc.shuffledSubarray(TRACKS, { minLength: TRACKS.length }),
			days: fc
				.uniqueArray(fc.constantFrom("2027-09-04", "2027-09-05", "2028-01-01"))
				.chain((dates) => fc.tuple(...dates.map(day))),
		})
		.map(
			({ front, order, days, ...rest }): SetupDocument => ({
				...blank,
				event: { ...blank.event, front },
				tracks: [
					...blank.tracks,
					...order.map((id) => ({
						...{
							id,
							kind: "track" as const,
							label: id,
							labelZh: "",
							description: front,
							descriptionZh: "",
							active: true,
						},
					})),
				],
				...rest,
				grid: { days },
			}),
		);

it("any right document is imported whole, and is the same after that however often it is exported and imported", async () => {
	const { services } = await openBlank();
	const { setup } = services;
	const blank = JSON.parse(setup.exported("operator")) as SetupDocument;
	const property = fc.asyncProperty(documents(blank), async (document) => {
		const taken = await setup.store("operator", JSON.stringify(document), "en");
		expect(taken.faults).toEqual([]);
		const text = setup.exported("operator");
		const now = JSON.parse(text) as SetupDocument;
		expect(now.event).toEqual(document.event);
		expect(now.tracks).toEqual(document.tracks);
		expect(now.calls).toEqual(document.calls);
		expect(now.grid.days.map(({ date }) => date)).toEqual(document.grid.days.map(({ date }) => date).sort());
		for (const given of [text, JSON.stringify(document)])
			expect((await setup.store("operator", given, "en")).changes).toEqual([]);
		expect(setup.exported("operator")).toBe(text);
	});
	await fc.assert(property, { numRuns: 40 });
});
