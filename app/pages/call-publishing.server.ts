/** The page that publishes the changes of a call's form. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { seeOther } from "../http.ts";
import { oneLine, textOf } from "../programmes/answers.ts";
import { definitionChanges } from "../programmes/definition-changes.ts";
import { numberIn } from "../programmes/number.ts";
import { lineFault } from "../programmes/problems.ts";
import { faultsAsProblems } from "../schemas/call-form.ts";
import { refused } from "./call-outcome.server.ts";
import { callPath, changesInWords, labelsOf } from "./call-page.server.ts";

/** Characters of a note. */
const MOST_NOTE = 500;

/** The value that marks entries without a newly required answer as incomplete. */
export const MARKED = "incomplete";

/** @throws AppError NOT_FOUND */
export function publishPage(context: AppLoadContext, category: string) {
	const { services, actor, t, locale } = context;
	const { definition, live, revision } = services.callForms.open(actor, category);
	const empty = { ...definition, sections: definition.sections.map((section) => ({ ...section, fields: [] })) };
	const { entries, drafts } = services.callForms.inUse(actor, category);
	const lacking = services.callForms.lacking(actor, category);
	const changes = definitionChanges(live ?? empty, definition);
	return {
		name: definition.title[locale],
		revision,
		/** The first version changes nothing that a note could tell of. */
		isFirst: live === undefined,
		changes: revision === 0 ? [] : changesInWords(context, changes),
		faults: faultsAsProblems(t, services.callForms.faults(actor, category), labelsOf(definition, locale)),
		inUse:
			entries + drafts > 0
				? t("callPage.inUse", {
						entries: t("callPage.entries", { count: entries }),
						drafts: t("callPage.drafts", { count: drafts }),
					})
				: "",
		/** Entries without an answer that becomes required, in words; "" for none. */
		lacking: lacking > 0 ? t("callPage.lacking", { count: lacking }) : "",
	};
}

export async function takePublication(context: AppLoadContext, category: string) {
	const { services, actor, form, t, locale } = context;
	const note = oneLine(textOf(form, "note")).slice(0, MOST_NOTE);
	const marks = textOf(form, "lacking") === MARKED;
	const values = { note, lacking: marks ? MARKED : "" };
	const wrong = (message: string) =>
		refused(context, { problems: [{ field: "note", message }], form: "publish", values });
	const { live } = services.callForms.open(actor, category);
	if (note === "" && live) return wrong(t("callPage.noteMissing"));
	const odd = lineFault(note);
	if (odd) return wrong(t(`problemMessages.${odd}`, { field: t("callPage.controls.note") }));
	const revision = numberIn(textOf(form, "revision"));
	const outcome = await services.callForms.publish(actor, category, { revision, note, marks });
	if (outcome.ok)
		throw seeOther(context.flash.say(callPath(category), [t("callPage.published", { version: outcome.version })]));
	if (outcome.stale)
		return refused(context, { problems: [], headline: t("callPage.stale"), form: "publish", values }, 409);
	const { definition } = services.callForms.open(actor, category);
	const problems = faultsAsProblems(t, outcome.faults, labelsOf(definition, locale));
	return refused(context, { problems, form: "publish", values });
}
