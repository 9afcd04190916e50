/** The entries of an archived event, for organisers to read and take away. Server only. */
import { type AppLoadContext, redirect } from "@remix-run/node";
import { withParameters } from "../components/lists/list-url.ts";
import { notFound } from "../http.ts";
import { ENTRY_KINDS, type EntryKind } from "../kinds.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { entryNumber, readList } from "../schemas/listing.ts";
import { shownDetails } from "./entry-details.server.ts";

type ArchivedEvent = NonNullable<ReturnType<AppLoadContext["services"]["archive"]["at"]>>;

const pathOf = (slug: string) => `/admin/event/archive/${slug}`;

/** One list of an archived event, or one of its entries where the address names one. @throws Response 404 */
export function archivedEntries(context: AppLoadContext, slug: string | undefined, search: URLSearchParams) {
	const { services, actor, locale } = context;
	const event = services.archive.at(slug ?? "");
	if (!event) throw notFound(context);
	const base = pathOf(event.event.row().slug);
	const { name, dates, place } = event.conference.facts(locale);
	const about = { name, when: [dates, place].filter(Boolean).join(" · "), base, publicPath: event.path };
	const id = search.get("id");
	if (id !== null) return { ...about, entry: oneEntry(context, event, entryNumber.parse(id)), list: undefined };
	const totals = ENTRY_KINDS.map((kind) => ({
		kind,
		total: Object.values(event.lists.statusCounts(actor, kind)).reduce((sum, n) => sum + n, 0),
	})).filter(({ total }) => total > 0);
	const asked = ENTRY_KINDS.find((one) => one === search.get("kind"));
	const kind = asked ?? totals[0]?.kind ?? ENTRY_KINDS[0];
	return { ...about, entry: undefined, list: { totals, kind, ...rowsOf(context, event, kind, search) } };
}

function rowsOf(
	{ services, actor, locale }: AppLoadContext,
	event: ArchivedEvent,
	kind: EntryKind,
	search: URLSearchParams,
) {
	const { query, state } = readList(kind, search, event.tracks.ids(), services.registry());
	const { rows, total, page, pages } = event.lists.list(actor, kind, query);
	const track = event.tracks.labels(locale);
	const { q } = state;
	return {
		q,
		total,
		page,
		pages,
		csv: `/admin/export/${kind}?${new URLSearchParams({ archive: event.event.row().slug, ...(q && { q }) })}`,
		rows: rows.map(({ id, kind, title, name, org, status, presence, trackId }) => ({
			id,
			title,
			name,
			org,
			status,
			presence,
			reference: spotId({ kind, id }),
			track: trackId === null ? "" : (track.get(trackId) ?? ""),
		})),
	};
}

/** @throws Response 404 for an entry of another event */
function oneEntry(context: AppLoadContext, event: ArchivedEvent, id: number) {
	const { services, actor } = context;
	if (services.archive.ofEntry(id) !== event) throw notFound(context);
	const details = services.triage.details(actor, id);
	return { title: details.entry.title || details.entry.name, ...shownDetails(context, details) };
}

/** Where an entry of an archived event is read. */
export function archivedEntry({ services }: AppLoadContext, id: number): Response | undefined {
	const event = services.archive.ofEntry(id);
	return event && redirect(withParameters(pathOf(event.event.row().slug), { id }));
}
