/** A proposal of assignments, before and as it is stored. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { hiddenMark } from "../reviews/conflicts.ts";
import { assignmentNumbers, mostEntries } from "../schemas/assignments.ts";
import { pageNumber } from "../schemas/listing.ts";
import { headingOf } from "./entry-heading.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

/** Entries on one page. */
const PAGE = 50;

type Request = Parameters<AppLoadContext["services"]["assignments"]["plan"]>[2];
type Plan = Extract<Awaited<ReturnType<AppLoadContext["services"]["assignments"]["plan"]>>, { ok: true }>;

/** The proposal that an address asks for, what is wrong with it, or undefined where it asks for none. */
export function planIn(search: URLSearchParams) {
	const way = (["balance", "panel"] as const).find((one) => one === search.get("way"));
	if (!way) return;
	const most = mostEntries.safeParse(search.get("most") ?? "");
	const reviewers = assignmentNumbers.parse(search.getAll("with"));
	if (!most.success) return { ok: false as const, problem: "badMost" as const };
	if (reviewers.length === 0) return { ok: false as const, problem: "noTicks" as const };
	return { ok: true as const, problem: undefined, request: { way, reviewers, most: most.data } satisfies Request };
}

/** @throws AppError NOT_FOUND, BUSY */
export async function proposalPage(
	context: AppLoadContext,
	category: string,
	{ request }: { request: Request },
	search: URLSearchParams,
) {
	const { services, actor, t } = context;
	const plan = await services.assignments.plan(actor, category, request);
	const query = new URLSearchParams({ way: request.way, most: String(request.most ?? "") });
	for (const id of request.reviewers) query.append("with", String(id));
	const heading = t(request.way === "panel" ? "assignments.proposalPanel" : "assignments.proposalBalance");
	const common = { heading, query: String(query) };
	if (!plan.ok) {
		const { limits } = services.assignments;
		const failed = plan.problem === "too-slow" ? t("assignments.tooSlow") : t("assignments.tooMany", limits);
		return { ...common, failed, seen: "", lines: [], loads: [], entries: [], page: 1, pages: 1, canApply: false };
	}
	const { assignment, begun, hidden, seen } = plan;
	const count = assignment.added.length;
	const isNew = count + begun.length > 0;
	const name = namesOf(plan);
	return {
		...common,
		failed: undefined,
		seen,
		canApply: (isNew || hidden.size > 0) && plan.committee.rules !== undefined,
		lines: [
			isNew
				? t("assignments.proposalLead", { count })
				: t(`assignments.${hidden.size > 0 ? "nothingSeen" : "nothingNew"}`),
			hidden.size > 0 && t("assignments.hiddenToo"),
			begun.length > 0 && t("assignments.begun", { count: begun.length }),
			assignment.inConflict.length > 0 && t("assignments.lost", { count: assignment.inConflict.length }),
			assignment.unmet.length > 0 && t("assignments.unmetCount", { count: assignment.unmet.length }),
		].filter((line) => typeof line === "string"),
		// Without anything new all of them would say that nothing changes.
		loads: (isNew ? assignment.loads : []).map(({ reviewerId, before, added }) => ({
			id: reviewerId,
			name: name.get(reviewerId) ?? "",
			before,
			added,
			after: before + added,
		})),
		...entriesOf(context, plan, name, pageNumber.parse(search.get("page"))),
	};
}

function namesOf({ committee }: Plan): Map<number, string> {
	return new Map([
		...committee.assignments.map(({ reviewerId, name, email }) => [reviewerId, name || (email ?? "")] as const),
		...committee.reviewers.map(({ id, name, address }) => [id, name || address] as const),
	]);
}

/** A page of the entries that change or lack something, the latter first; hidden ones whether they do or not. */
function entriesOf({ t, locale }: AppLoadContext, plan: Plan, name: Map<number, string>, wanted: number) {
	const { committee, assignment } = plan;
	const unmet = new Map(assignment.unmet.map((wish) => [wish.entryId, wish]));
	const groups = (pairs: readonly { entryId: number; reviewerId: number }[]) => {
		const found = new Map<number, string[]>();
		for (const { entryId, reviewerId } of pairs)
			found.set(entryId, [...(found.get(entryId) ?? []), name.get(reviewerId) ?? ""]);
		return found;
	};
	const [now, added] = [groups([...committee.assignments, ...plan.begun]), groups(assignment.added)];
	const listed = [
		...committee.entries.filter(({ id }) => unmet.has(id)),
		...committee.entries.filter(({ id }) => !unmet.has(id) && added.has(id)),
		...committee.entries.filter(({ id }) => plan.hidden.has(id)),
	];
	const pages = Math.max(1, Math.ceil(listed.length / PAGE));
	const page = Math.min(wanted, pages);
	const list = (names: readonly string[] | undefined) => (names ?? []).join(marks[locale].item);
	return {
		page,
		pages,
		entries: listed.slice((page - 1) * PAGE, page * PAGE).map((entry) => {
			const wish = unmet.get(entry.id);
			const hidden = plan.hidden.get(entry.id);
			const reasons = (["inConflict", "notFitting", "atLimit"] as const).flatMap((reason) =>
				wish && wish[reason] > 0 ? t(`assignments.because.${reason}`, { number: wish[reason] }) : [],
			);
			return {
				id: spotId(entry),
				title: headingOf({ t, locale }, { title: entry.title }),
				now: hidden ? t(hiddenMark(hidden)) : list(now.get(entry.id)) || t("assignments.nobody"),
				added: hidden ? "–" : list(added.get(entry.id)) || "–",
				unmet: wish
					? [t("assignments.missing", { count: wish.missing }), reasons.join(marks[locale].comma)].filter(Boolean)
					: [],
			};
		}),
	};
}

export interface AssignmentReport extends Report {
	/** The ticks of a refused assignment by hand that were set and removed. */
	changed?: { ticked: readonly number[]; unticked: readonly number[] };
}

/** Stores the proposal that was looked at. @param back where it leads */
export async function takeProposal(context: AppLoadContext, category: string, search: URLSearchParams, back: string) {
	const { services, actor, form, t } = context;
	const asked = planIn(search);
	const overtaken = () =>
		reported<AssignmentReport>(context, { status: 409, lines: [t("assignments.overtaken")], wrong: true });
	if (!asked?.ok) return overtaken();
	try {
		const count = await services.assignments.apply(actor, category, asked.request, textOf(form, "seen"));
		throw seeOther(context.flash.say(back, [t("assignments.applied", { count })]));
	} catch (error) {
		if (error instanceof Response || context.codeOf(error) !== "CONFLICT") throw error;
		return overtaken();
	}
}
