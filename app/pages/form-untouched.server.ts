/** Whether a form was posted as it was served. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { type RawForm, readAnswers, textOf, UNSELECTED_TRACK } from "../programmes/answers.ts";
import type { Programme } from "../programmes/define.ts";
import { numberIn } from "../programmes/number.ts";
import { type Asked, about, addressOf } from "./form-drafts.server.ts";

/** Address that shows the form as it was posted, if nothing was typed into it; otherwise undefined. */
export function untouchedAt(context: AppLoadContext, asked: Asked): string | undefined {
	const { services, actor, form } = context;
	const { programme, variant, editor, spot, key } = asked;
	const versions = services.drafts.versions(actor, about(context, asked));
	const base = numberIn(textOf(form, "draftBase"));
	const version = versions.find(({ savedAt }) => savedAt === base);
	const entry = spot ? services.entries.ownEntry(actor, spot, key) : undefined;
	const hadPhoto = Boolean(version ? version.photo : entry?.photo);
	if (context.cameWithPhoto || hadPhoto !== (textOf(form, "photo") !== "")) return;
	if ((base > 0 && !version) || (spot && !entry)) return;
	const blank = editor ? {} : services.entries.prefill(actor, programme);
	const shown = version?.values ?? (entry ? services.entries.asForm(entry) : blank);
	const reading = { omittedConsent: "refused", fixed: variant?.fixed ?? {}, editor } as const;
	const [posted, served] = [form, asServed(programme, shown)].map((raw) =>
		JSON.stringify(readAnswers(programme, raw, reading)),
	);
	if (posted !== served) return;
	const isNewest = version === versions[0];
	return addressOf(asked, isNewest ? {} : { draft: version ? String(base) : "none" });
}

/** The values of an untouched form: some questions have an initial answer. */
function asServed({ fields }: Programme, values: RawForm): RawForm {
	const initial = fields.flatMap((field): [string, string][] => {
		if (field.kind === "track") return [[field.name, UNSELECTED_TRACK]];
		return field.kind === "radio" && field.initial ? [[field.name, field.initial]] : [];
	});
	const given = Object.entries(values).filter(([, value]) => value.length > 0);
	return { ...Object.fromEntries(initial), ...Object.fromEntries(given) };
}
