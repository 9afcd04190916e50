import { LETTER_KINDS } from "../../app/enumerations.ts";
import { translators } from "../../app/locales/index.ts";
import { letterOf } from "../../app/mails/letter-texts.ts";
import type { MailText } from "../../app/mails/mail-texts.ts";
import type { Locale } from "../../app/programmes/define.ts";
import { nextSteps } from "../../app/programmes/next-steps.ts";
import { missingFields } from "../../app/programmes/problems.ts";
import { ROLES } from "../../app/roles.ts";
import * as accountLetters from "../../server/mail/account-letters.ts";
import * as templates from "../../server/mail/templates.ts";
import { confirmSentence } from "../../server/services/mails/confirmation.ts";
import { shippedBrand, shippedZone } from "./brand.ts";
import { shippedLetter } from "./mail-texts.ts";
import { programmes } from "./templates.ts";

const [brand, zone] = [shippedBrand, shippedZone];
const LINK = "https://cfp.example/entry/talk-1?key=abc";
export const WORDS = {
	en: { name: "Ann", title: "Compilers", track: "Agents", room: "Hall", letter: { subject: "News", body: "Text\n" } },
	zh: { name: "韩梅梅", title: "编译器", track: "智能体", room: "主会场", letter: { subject: "通知", body: "内容\n" } },
};
const START = Date.parse("2025-09-13T02:00:00Z");

const about = (locale: Locale) => ({
	locale,
	category: "hangzhou",
	kind: "talk" as const,
	id: 1,
	...WORDS[locale],
	link: LINK,
});

/** What the receipt says of what follows. */
const stepsOf = (locale: Locale, incomplete: string[]) =>
	nextSteps(
		{
			entry: {
				kind: "talk",
				status: "New",
				presence: "active",
				incomplete,
				createdAt: START,
				email: "ann@example.org",
			},
			window: { state: "open", opensAt: null, closesAt: START, link: null },
			days: { first: "2025-09-13", last: "2025-09-14" },
			mailLeaves: true,
			now: START,
			zone,
		},
		translators[locale],
		locale,
	);

/** Not asked for a confirmation by a button, asked in time, asked too late. */
const CONFIRMING = [undefined, { confirmBy: START, now: START - 1, zone }, { confirmBy: START, now: START + 1, zone }];

/** Everything each template can say. */
export const LETTERS: Record<string, (locale: Locale) => MailText[]> = {
	verifyLetter: (locale) => [accountLetters.verifyLetter(locale, brand, LINK)],
	resetLetter: (locale) => [accountLetters.resetLetter(locale, brand, LINK)],
	passwordChangedLetter: (locale) => [accountLetters.passwordChangedLetter(locale, brand)],
	passwordChangedHereLetter: (locale) => [accountLetters.passwordChangedHereLetter(locale, brand)],
	confirmLetter: (locale) => [accountLetters.confirmLetter(locale, brand, "1234 5678")],
	adminSignInLetter: (locale) => [accountLetters.adminSignInLetter(locale, brand, "10:00")],
	exportedLetter: (locale) => [accountLetters.exportedLetter(locale, brand, "10:00")],
	invitationLetter: (locale) =>
		ROLES.map((role) => accountLetters.invitationLetter(locale, brand, { role, by: "admin@example.org", link: LINK })),
	answerLetter: (locale) => [accountLetters.answerLetter(locale, brand, { reference: "talk-57", link: LINK })],
	incomingLetter: (locale) => [accountLetters.incomingLetter(locale, brand, { reference: "talk-57", link: LINK })],
	reviewingLetter: (locale) =>
		[1, 2].flatMap((left) =>
			["", "2025-08-18"].map((until) =>
				accountLetters.reviewingLetter(locale, brand, { call: "AI", left, until, link: LINK }),
			),
		),
	mentionedLetter: (locale) => [accountLetters.mentionedLetter(locale, brand, { reference: "talk-57", link: LINK })],
	linkEndedLetter: (locale) => [accountLetters.linkEndedLetter(locale, brand)],
	githubLinkedLetter: (locale) => [accountLetters.githubLinkedLetter(locale, brand)],
	draftValues: (locale) =>
		programmes.map((programme) =>
			shippedLetter("draft", locale, templates.draftValues(locale, { programme, link: LINK })),
		),
	receiptValues: (locale) =>
		programmes.flatMap((programme) => {
			const incomplete = missingFields(programme, { consent: false }, { photo: false, editor: true });
			return [true, false].flatMap((guest) =>
				[[], incomplete.map(({ name }) => name)].map((missing) => {
					const entry = { ...about(locale), programme, incomplete: missing, guest, steps: stepsOf(locale, missing) };
					return shippedLetter("receipt", locale, templates.receiptValues(locale, entry));
				}),
			);
		}),
	receiptsValues: (locale) => {
		const entries = programmes.map((programme, id) => {
			const incomplete = missingFields(programme, { consent: false }, { photo: false, editor: true });
			const { kind } = programme;
			return { ...about(locale), programme, kind, id, guest: true, incomplete: incomplete.map(({ name }) => name) };
		});
		const ofAccounts = entries.map((entry) => ({ ...entry, guest: false }));
		return [entries, ofAccounts].map((some) =>
			shippedLetter("receipts", locale, templates.receiptsValues(locale, some)),
		);
	},
	organiserValues: (locale) =>
		LETTER_KINDS.flatMap((kind) =>
			[{}, { place: "" }, { dates: "" }, { place: "", dates: "" }].flatMap((facts) =>
				CONFIRMING.flatMap((asked) =>
					[true, false].map((byReply) => {
						const confirm = confirmSentence(locale, asked, byReply);
						return shippedLetter(kind, locale, templates.organiserValues({ ...about(locale), confirm }), facts);
					}),
				),
			),
		),
	// The words are the organisers', but for those between several talks.
	broadcastValues: (locale) => {
		const entries = [about(locale), { ...about(locale), id: 58, link: `${LINK}x` }];
		const values = templates.broadcastValues(locale, about(locale).name, entries);
		return [letterOf({ subject: "{{title}}", body: "{{name}}\n{{link}}" }, values)];
	},
	unsubscribableLetter: (locale) => [
		templates.unsubscribableLetter(locale, WORDS[locale].letter, { product: brand.product, link: LINK }),
	],
	attendanceValues: (locale) =>
		[true, false].map((guest) =>
			shippedLetter(
				"attendance",
				locale,
				templates.attendanceValues(locale, { ...about(locale), guest, deadline: "…" }),
			),
		),
	messageValues: (locale) =>
		[true, false].map((guest) =>
			shippedLetter("message", locale, templates.messageValues(locale, { ...about(locale), guest })),
		),
	slotValues: (locale) =>
		[1, 30].flatMap((minutes) =>
			[LINK, undefined].flatMap((page) =>
				[true, false].map((guest) => {
					const place = { minutes, room: WORDS[locale].room };
					const talk = { ...about(locale), zone, start: START, place, page, guest };
					return shippedLetter("slot", locale, templates.slotValues(locale, talk));
				}),
			),
		),
	removalValues: (locale) =>
		[true, false].map((guest) =>
			shippedLetter("removal", locale, templates.removalValues(locale, { ...about(locale), guest })),
		),
	testLetter: (locale) => [templates.testLetter(locale, brand)],
};
