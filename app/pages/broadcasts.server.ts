/** The screens on which one text is written to the people of a list. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { listPath, olderPaths } from "../components/lists/list-url.ts";
import { MOST_IN_BROADCAST, PAGE_SIZES, unsentLetter } from "../enumerations.ts";
import type { SentBack } from "../handle.ts";
import { seeOther } from "../http.ts";
import { LOCALES } from "../i18n.ts";
import { ENTRY_KINDS, type EntryKind, rulesOfKind } from "../kinds.ts";
import { KEPT_OF_BROADCAST, TEXT_CONTROLS } from "../mails/text-controls.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { broadcastValues, postedBroadcast } from "../schemas/broadcasts.ts";
import { entryNumber, pageNumber, readList } from "../schemas/listing.ts";
import { headingOf } from "./entry-heading.server.ts";
import { needsOffered } from "./finding.server.ts";
import { foundIn, shownBatch, takeBatch, writtenLine } from "./mail-batch.server.ts";
import { placeholderRows } from "./mail-texts.server.ts";
import { type Report, reported } from "./proposal-actions.server.ts";

export const BROADCASTS = "/admin/mail/broadcasts";

/** As many as a page of a list can have. */
const MOST_CHOSEN = Math.max(...PAGE_SIZES);

export type Outcome = SentBack | Report;

const LIST_NAMES = {
	talk: "admin.proposals",
	nomination: "works.nominations",
	aigc: "works.tab",
	forum: "forum.tab",
} as const satisfies Record<EntryKind, string>;

/** Entries chosen in a list. */
type Ids = readonly number[];

/** What a list is filtered by, without its order and pages, in the parameters of its address. */
type Filters = Readonly<Record<string, string | number>>;

function pathTo(kind: EntryKind, { sort: _, page: __, rows: ___, cols: ____, ...filters }: Filters, ids: Ids = []) {
	const path = listPath(BROADCASTS, { of: kind, ...filters });
	return [path, ...ids.map((id) => `ids=${id}`)].join("&");
}

/** The link from a list of the console to the page on which its people are written to. */
export function writeTo({ t }: AppLoadContext, kind: EntryKind, state: Filters) {
	return { href: pathTo(kind, state), text: t("broadcast.toThese") };
}

/** The list that an address names; without one, that of the first kind there is. */
function listIn({ services, actor }: AppLoadContext, search: URLSearchParams) {
	const kinds = services.overview.totals(actor).map((total) => total.kind);
	const kind = ENTRY_KINDS.find((one) => one === search.get("of")) ?? kinds[0] ?? ENTRY_KINDS[0];
	const { state, filters, query } = readList(kind, search, services.tracks.ids(), services.registry());
	const ids = search
		.getAll("ids")
		.slice(0, MOST_CHOSEN)
		.map((id) => entryNumber.parse(id))
		.filter(Boolean);
	const path = pathTo(kind, state, ids);
	return { kinds: [...new Set([...kinds, kind])], kind, state, filters, path, list: { kind, query, ids } };
}

/** Whom a list reaches, the text that is being written, and the letters as they will leave. */
export function broadcastsPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const { kinds, kind, state, filters, path, list } = listIn(context, search);
	const pending = services.broadcasts.pending(actor, list, pageNumber.parse(search.get("page")));
	const before = numberIn(search.get("before") ?? "");
	const sent = services.broadcasts.list(actor, before || undefined);
	const { people, text } = pending;
	return {
		path,
		page: pending.page,
		pages: pending.pages,
		kinds: kinds.map((one) => ({ id: one, label: t(LIST_NAMES[one]) })),
		kind,
		state,
		tracks: rulesOfKind(kind).hasTracks ? services.tracks.listed(locale, []) : [],
		needs: needsOffered(context, kind).filter(({ value }) => value !== "untold"),
		filters: Object.entries(filters).filter(([, value]) => value !== ""),
		chosen:
			list.ids.length > 0
				? { text: t("broadcast.chosen", { count: list.ids.length }), all: pathTo(kind, state) }
				: undefined,
		count: people,
		reached:
			people > 0
				? [t("broadcast.people", { count: people }), t("broadcast.submissions", { count: pending.entries })].join(" · ")
				: t(pending.isTooLong ? "broadcast.tooLong" : "broadcast.nobody", { count: MOST_IN_BROADCAST }),
		untold: pending.untold > 0 ? t("broadcast.untold", { count: pending.untold }) : "",
		noAddress: pending.noAddress > 0 ? t("broadcast.noAddress", { count: pending.noAddress }) : "",
		unsubscribed: pending.unsubscribed > 0 ? t("broadcast.unsubscribed", { count: pending.unsubscribed }) : "",
		languages: LOCALES.map((language) => ({ language, controls: TEXT_CONTROLS[language] })),
		values: broadcastValues(text ?? { en: EMPTY, zh: EMPTY, replyTo: services.event.brand(locale).support }),
		placeholders: placeholderRows(context, "broadcast"),
		isWritten: text !== undefined && people > 0,
		seen: pending.seen,
		inOther: pending.inOther > 0 ? t("broadcast.inOther", { count: pending.inOther }) : "",
		button: t(mailLeaves ? "broadcast.send" : "decisions.save", { count: people }),
		hidesKeys: pending.letters.some(({ letter }) => letter.body.includes("key=…")),
		letters: pending.letters.map(({ newest, entries, letter }) => ({
			id: newest.id,
			to: newest.email,
			about: entries.map((one) => headingOf(context, one)).join(marks[locale].item),
			references: entries.map(spotId).join(marks[locale].item),
			...letter,
		})),
		sent: {
			rows: sent.rows.map(({ id, subjects, query, at, by }) => ({
				id,
				path: `${BROADCASTS}/${id}`,
				subject: subjects[locale] || LOCALES.map((other) => subjects[other]).find(Boolean) || "–",
				to: summaryOf(context, query),
				time: formatLocal(at, zone, locale),
				by,
			})),
			...olderPaths(path, "earlier", { before, older: sent.older }),
		},
	};
}

const EMPTY = { subject: "", body: "" };

/** "Proposals: Accept, Cloud": the list that a broadcast went to. */
function summaryOf(context: AppLoadContext, query: string): string {
	const { services, t, locale } = context;
	const {
		kind,
		state,
		filters,
		list: { ids },
	} = listIn(context, new URLSearchParams(query));
	const parts = [
		state.track && services.tracks.labeller(locale)(state.track),
		state.status && t(`status.${state.status}`),
		state.need && t(`need.${state.need}`),
		...Object.values(filters),
		state.q && `“${state.q}”`,
		ids.length > 0 && t("broadcast.chosen", { count: ids.length }),
	].filter(Boolean);
	const name = t(LIST_NAMES[kind]);
	return parts.length > 0 ? `${name}${marks[locale].colon}${parts.join(marks[locale].item)}` : name;
}

/** Keeps the text, sends a test of it, or sends exactly what was looked at. */
export async function takeBroadcast(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, form, t, locale, mailLeaves } = context;
	const { list, path } = listIn(context, search);
	if ("do.keep" in form) {
		const { text, problems } = postedBroadcast(t, locale, form);
		if (problems.length > 0)
			return data<Outcome>(context.sendBack(KEPT_OF_BROADCAST, { problems }).data, { status: 422 });
		await services.broadcasts.keep(actor, text);
		throw seeOther(context.flash.say(`${path}#emails`, [t("broadcast.kept")]));
	}
	try {
		if ("do.test" in form) {
			const outcome = await services.broadcasts.sendTest(actor, list);
			const isLost = outcome.state === "failed";
			const line = isLost
				? t("letterMessages.failed", { message: outcome.reason })
				: t(outcome.state === "sent" ? "letterMessages.testSent" : unsentLetter(mailLeaves));
			return reported<Report>(context, { status: isLost ? 422 : 200, lines: [line], wrong: isLost });
		}
		const id = await services.broadcasts.send(actor, list, path.split("?")[1] ?? "", textOf(form, "seen"));
		const { mails } = services.broadcasts.progress(actor, id);
		throw seeOther(context.flash.say(`${BROADCASTS}/${id}`, [writtenLine(context, mails)]));
	} catch (error) {
		if (error instanceof Response) throw error;
		const { status, message, code } = context.explain(error);
		const line = code === "CONFLICT" ? t("broadcast.overtaken") : message;
		return reported<Report>(context, { status, lines: [line], wrong: true });
	}
}

/** How far a broadcast is, and what was written. @throws Response 404 where there is none */
export function broadcastPage(context: AppLoadContext, named: string, search: URLSearchParams) {
	const { services, actor, t, locale, zone } = context;
	const { id, mails, text, at, by, query } = broadcastAt(context, named);
	const rows = services.broadcasts.mailsIn(actor, id, pageNumber.parse(search.get("page")));
	const path = `${BROADCASTS}/${id}`;
	return {
		...shownBatch(context, mails, rows, path),
		path,
		back: query ? `${BROADCASTS}?${query}` : BROADCASTS,
		summary: summaryOf(context, query),
		written: [
			t("broadcast.writtenAt", { time: formatLocal(at, zone, locale), by: by || "–" }),
			text.replyTo && t("broadcast.repliesTo", { address: text.replyTo }),
		]
			.filter(Boolean)
			.join(" · "),
		texts: LOCALES.map((language) => ({ language, ...text[language] })).filter(({ body }) => body !== ""),
	};
}

const broadcastAt = (context: AppLoadContext, named: string) =>
	foundIn(context, () => context.services.broadcasts.progress(context.actor, entryNumber.parse(named)));

/** Cancels the mails of a broadcast that wait, or puts them back. */
export const takeSent = (context: AppLoadContext, named: string) =>
	takeBatch(context, { broadcast: broadcastAt(context, named).id });
