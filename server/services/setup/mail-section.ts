import { mailTextFaults, tidied } from "../../../app/mails/letter-texts.ts";
import { mailTextMessage } from "../../../app/schemas/mail-texts.ts";
import type { SetupDocument } from "../../../app/schemas/setup.ts";
import type { Orm } from "../../../db/client.ts";
import { changedMailTexts, replaceMailTexts } from "../mails/mail-text-rows.ts";
import { currentEventId } from "../programmes/current-programmes.ts";
import { type Planning, pointerTo, repeated, type Section, type SetupFault } from "./section.ts";

type SetupMail = SetupDocument["mails"][number];

const keyOf = ({ kind, locale }: SetupMail) => `${kind} ${locale}`;

const read = (tx: Orm) => changedMailTexts(tx, currentEventId(tx)) as SetupMail[];

/** Texts of mails. One that a document lacks is that of the program again. */
export const mailSection: Section<"mails"> = {
	needs: [],
	read,
	plan(planning, { mails }) {
		const { tx, actorId, at } = planning;
		const wanted = mails.map((mail) => ({ ...mail, ...tidied(mail) }));
		const present = read(tx);
		const before = new Map(present.map((mail) => [keyOf(mail), mail]));
		const after = new Set(wanted.map(keyOf));
		const changed = wanted.filter((mail) => {
			const was = before.get(keyOf(mail));
			return was?.subject !== mail.subject || was.body !== mail.body;
		});
		const restored = present.filter((mail) => !after.has(keyOf(mail)));
		const changes = [
			...changed.map((mail) => said(planning, "mailChanged", mail)),
			...restored.map((mail) => said(planning, "mailRestored", mail)),
		];
		const apply = () => void replaceMailTexts(tx, currentEventId(tx), wanted, { actorId, at });
		return { faults: faultsIn(planning, wanted), changes, apply: () => (changes.length > 0 ? apply() : undefined) };
	},
};

function said({ t }: Planning, what: "mailChanged" | "mailRestored", { kind, locale }: SetupMail): string {
	return t(`setupMessages.${what}`, {
		mail: t(`mailTexts.kinds.${kind}.name`),
		language: t(`letters.languages.${locale}`),
	});
}

function faultsIn({ t }: Planning, mails: readonly SetupMail[]): SetupFault[] {
	const twice = repeated(mails, keyOf, (index, value) => ({
		pointer: pointerTo("mails", index),
		message: t("setupMessages.twice", { value }),
	}));
	const ofTexts = mails.flatMap((mail, index) =>
		mailTextFaults(mail.kind, mail).map((fault) => ({
			pointer: pointerTo("mails", index, fault.part),
			message: mailTextMessage(t, mail.locale, fault),
		})),
	);
	return [...twice, ...ofTexts];
}
