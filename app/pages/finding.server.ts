/** What a list shows about a search besides its rows. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { listPath, PUBLIC_LISTS } from "../components/lists/list-url.ts";
import type { Need } from "../enumerations.ts";
import { CONSOLE_LISTS, type EntryKind, type PublicKind } from "../kinds.ts";
import { marks } from "../programmes/marks.ts";
import { spotId } from "../programmes/spot-ids.ts";
import type { readList } from "../schemas/listing.ts";

interface LinkTo {
	href: string;
	text: string;
}

export interface Finding {
	/** Number of entries found, for people who do not see the rows change. */
	total: string;
	/** What is to be done with the entries, where the list has only those of one to-do. */
	todo?: string;
	/** Entries of other lists that the search names. */
	elsewhere: readonly LinkTo[];
	/** If nothing was found: the list without each filter whose removal would find entries, and without all filters. */
	wider: readonly LinkTo[];
}

type State = Readonly<Record<string, string | number>> & { q: string };
type Wider = ReturnType<AppLoadContext["services"]["lists"]["wider"]>;

/** The to-dos that a list can be narrowed to, in words. */
export function needsOffered({ services, t }: AppLoadContext, kind: EntryKind) {
	return services.lists.offeredNeeds(kind).map((value) => ({ value, label: t(`need.${value}`) }));
}

/** Nothing is to be done with these. */
const SETTLED = ["confirmed", "declined", "withdrawn"] as const satisfies readonly Need[];

const hasWork = (need: Need): need is Exclude<Need, (typeof SETTLED)[number]> =>
	!SETTLED.some((settled) => settled === need);

export function consoleFinding(
	context: AppLoadContext,
	kind: EntryKind,
	{ state, query }: Pick<ReturnType<typeof readList>, "state" | "query">,
	total: number,
): Finding {
	const { services, actor, t } = context;
	const { need } = state;
	const todo = need && hasWork(need) && total > 0 ? { todo: t(`needMessages.${need}`) } : {};
	const finding = findingOf(context, CONSOLE_LISTS[kind], state, total, {
		elsewhere: services.lists
			.elsewhere(actor, kind, query.q)
			.map((entry) => ({ ...entry, base: CONSOLE_LISTS[entry.kind] })),
		wider: total === 0 ? services.lists.wider(actor, kind, query) : [],
	});
	return { ...finding, ...todo };
}

export function publicFinding(
	context: AppLoadContext,
	kind: PublicKind,
	query: Parameters<AppLoadContext["services"]["publicEntries"]["wider"]>[1],
	{ state, total }: { state: State; total: number },
): Finding {
	const { publicEntries } = context.services;
	return findingOf(context, PUBLIC_LISTS[kind], state, total, {
		elsewhere: publicEntries.elsewhere(kind, query.q).map((entry) => ({ ...entry, base: PUBLIC_LISTS[entry.kind] })),
		wider: total === 0 ? publicEntries.wider(kind, query) : [],
	});
}

function findingOf(
	{ t, locale }: AppLoadContext,
	base: string,
	state: State,
	total: number,
	found: { elsewhere: readonly { kind: EntryKind; id: number; base: string }[]; wider: Wider },
): Finding {
	const { colon } = marks[locale];
	const whole = listPath(base, { sort: state.sort ?? "" });
	const wider = found.wider
		.map(({ filter, total }) => ({
			href: listPath(base, { ...state, [filter]: "", page: 1 }),
			text: `${t(`finding.without.${filter as "q"}`)}${colon}${t("finding.entries", { count: total })}`,
		}))
		// Removing the only filter gives the whole list.
		.filter(({ href }) => href !== whole);
	const isNarrowed = listPath(base, { ...state, page: 1 }) !== whole;
	return {
		total: state.q ? t("finding.entries", { count: total }) : "",
		elsewhere: found.elsewhere.map((entry) => ({
			href: listPath(entry.base, { q: spotId(entry) }),
			text: t("finding.elsewhere", { reference: spotId(entry), list: t(`kind.${entry.kind}`) }),
		})),
		wider: total === 0 && isNarrowed ? [...wider, { href: whole, text: t("finding.showAll") }] : [],
	};
}
