/** Whether a form was posted as it was served. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { type RawForm, readAnswers, textOf, UNSELECTED_TRACK } from "../programmes/answers.ts";
import type { Programme } from "../programmes/define.ts";
import { numberIn } from "../programmes/number.ts";
import { type Asked, about, addressOf } from "./form-drafts.server.ts";

/** Address that shows the form as it was posted, if nothing was typed into it; otherwise undefined. */
export function untouchedAt(context: AppLoadContext, asked: Asked): string | undefined {
	const { services, actor, form } = context;
	const { programme, spot, key } = asked;
	const versions = services.drafts.versions(actor, about(context, asked));
	const base = numberIn(textOf(form, "draftBase"));
	const version = versions.find(({ savedAt }) => savedAt === base);
	const entry = spot ? services.entries.ownEntry(actor, spot, key) : undefined;
	const hadPhoto = Boolean(version ? version.photo : entry?.photo);
	if (context.cameWithPhoto || hadPhoto !== (textOf(form, "photo") !== "")) return;
	if ((base > 0 && !version) || (spot && !entry)) return;
	const shown = version?.values ?? (entry ? services.entries.asForm(entry) : blankIn(context, asked));
	const [posted, served] = [form, asServed(programme, shown)].map((raw) => JSON.stringify(answersOf(asked, raw)));
	if (posted !== served) return;
	const isNewest = version === versions[0];
	return addressOf(asked, isNewest ? {} : { draft: version ? String(base) : "none" });
}

/** Whether these values of a new form say no more than the empty form does. */
export function saysNothing(context: AppLoadContext, asked: Asked, values: RawForm): boolean {
	const [said, served] = [values, blankIn(context, asked)].map((raw) =>
		answersOf(asked, asServed(asked.programme, raw)),
	);
	return Object.entries(said ?? {}).every(
		([name, answer]) => !answer || String(answer) === "" || String(answer) === String(served?.[name]),
	);
}

/** What a new form has in it before anyone types. */
const blankIn = ({ services, actor }: AppLoadContext, { programme, editor }: Asked): RawForm =>
	editor ? {} : services.entries.prefill(actor, programme);

const answersOf = ({ programme, variant, editor }: Asked, raw: RawForm) =>
	readAnswers(programme, raw, { omittedConsent: "refused", fixed: variant?.fixed ?? {}, editor });

/** The values of an untouched form: some questions have an initial answer. */
function asServed({ fields }: Programme, values: RawForm): RawForm {
	const initial = fields.flatMap((field): [string, string][] => {
		if (field.kind === "track") return [[field.name, UNSELECTED_TRACK]];
		return field.kind === "radio" && field.initial ? [[field.name, field.initial]] : [];
	});
	const given = Object.entries(values).filter(([, value]) => value.length > 0);
	return { ...Object.fromEntries(initial), ...Object.fromEntries(given) };
}
