/** The page of all calls: adds, orders and archives them. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { notFound, seeOther } from "../http.ts";
import { definitionOf, type ProgrammeDefinition } from "../programmes/define.ts";
import { postedValues } from "../programmes/question-values.ts";
import { CALL_CONTROLS, faultsAsProblems, labelOfControl, readCall } from "../schemas/call-form.ts";
import { moveIn } from "./call-moves.server.ts";
import { refused } from "./call-outcome.server.ts";
import { ALL_CALLS, callPath } from "./call-page.server.ts";

const TEMPLATE = "template:";

export function callsPage(context: AppLoadContext) {
	const { services, actor, t, locale } = context;
	const { callForms } = services;
	const all = callForms.all(actor);
	const phases = new Map(services.programmes.list(actor).map(({ programme, phase }) => [programme.category, phase]));
	const stateOf = ({ category, archived, isPublic, isChanged }: (typeof all)[number]) => {
		if (archived || !isPublic) return t(`callPage.states.${archived ? "archived" : "preparing"}`);
		const phase = phases.get(category);
		return [t(`callPage.states.${isChanged ? "changed" : "public"}`), phase && t(`programmes.phase.${phase}`)]
			.filter(Boolean)
			.join(" · ");
	};
	const originals = all
		.filter(({ isPublic }) => isPublic)
		.map(({ category, label }) => ({ value: category, label: label[locale] }));
	const supplied = callForms.templates().map(({ category, label }) => ({
		value: `${TEMPLATE}${category}`,
		label: t("callPage.template", { call: label[locale] }),
	}));
	return {
		calls: all.map((call, at) => ({
			id: call.category,
			name: call.title[locale],
			path: call.path,
			to: callPath(call.category),
			isFirst: at === 0,
			isLast: at === all.length - 1,
			isPublic: call.isPublic && !call.archived,
			state: stateOf(call),
		})),
		originals: [...originals, ...supplied],
	};
}

/** The call that a new one is made from. */
function originalOf({ services, actor }: AppLoadContext, named: string): ProgrammeDefinition | undefined {
	if (named.startsWith(TEMPLATE)) {
		const found = services.callForms.templates().find(({ category }) => TEMPLATE + category === named);
		return found && definitionOf(found);
	}
	const isKnown = services.callForms.all(actor).some(({ category }) => category === named);
	return isKnown ? services.callForms.open(actor, named).live : undefined;
}

export async function takeCalls(context: AppLoadContext) {
	const { services, actor, form } = context;
	const move = moveIn(form);
	if (move) {
		await services.callForms.move(actor, move.name, move.to);
		throw seeOther(ALL_CALLS);
	}
	if ("do.create" in form) return create(context);
	throw notFound(context);
}

async function create(context: AppLoadContext) {
	const { services, actor, form, t, locale } = context;
	const values = postedValues(form, ["from", ...CALL_CONTROLS]);
	const original = originalOf(context, values.from ?? "");
	if (!original)
		return refused(context, {
			problems: [{ field: "from", message: t("problemMessages.required", { field: labelOfControl(t, "from") }) }],
			form: "create",
			values,
		});
	const kept = { announced: original.announced ? "yes" : "no", checking: original.checking };
	const lead = { lead: original.lead.en, leadZh: original.lead.zh };
	const read = readCall(t, original, {
		...values,
		...lead,
		...kept,
		title: values.label ?? "",
		titleZh: values.labelZh ?? "",
	});
	if (!read.ok) {
		const own = read.problems.filter(({ field }) => !field.startsWith("title"));
		return refused(context, { problems: own, form: "create", values });
	}
	const { path, label, title } = read.value;
	const category = path.slice(1);
	const outcome = await services.callForms.create(actor, original, { category, path, label, title });
	if (outcome.ok)
		throw seeOther(context.flash.say(callPath(category), [t("callPage.created", { call: title[locale] })]));
	const faults = "faults" in outcome ? (outcome.faults ?? []) : [];
	const said = faultsAsProblems(t, faults, (name) => name).map((one) => ({ ...one, field: "path" }));
	return refused(context, { problems: said.slice(0, 1), form: "create", values });
}
