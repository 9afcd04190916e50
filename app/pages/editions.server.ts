/** The next edition: what its page shows and does; and the public page of archived events. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import type { SentBack } from "../handle.ts";
import { notFound, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";
import type { Keeps } from "../programmes/shown-again.ts";
import { nextEdition, offeredAfter } from "../schemas/editions.ts";
import { todosShown } from "./overview.server.ts";

export const NEXT_EDITION = "/admin/event/next";

export function editionsPage(context: AppLoadContext) {
	const { services, actor, locale } = context;
	const { id, name, nameZh, firstDay, before, isUsed } = services.event.present(actor);
	return {
		id,
		name,
		/** The event as it is offered for the next form. */
		offered: offeredAfter({ name, nameZh, firstDay }, context.now),
		/** What is not done yet in the event that would be archived. */
		unfinished: todosShown(context).others.filter(({ isOfEntries }) => isOfEntries),
		before,
		isUsed,
		archived: services.archive.all().map((one) => ({
			...eventLine(one, locale),
			console: `/admin/event/archive/${one.event.row().slug}`,
		})),
	};
}

type Edition = Pick<AppLoadContext["services"], "conference" | "publicSchedule"> & { path: string };

/** An archived event in a list. */
function eventLine({ conference, publicSchedule, path }: Edition, locale: AppLoadContext["locale"]) {
	const { name, dates, place } = conference.facts(locale);
	return {
		path,
		name,
		when: [dates, place].filter(Boolean).join(" · "),
		hasSchedule: publicSchedule.current() !== undefined,
	};
}

/** The public list of archived events. @throws Response 404 while there is none */
export function eventsPage(context: AppLoadContext) {
	const events = context.services.archive.all().map((one) => eventLine(one, context.locale));
	if (events.length === 0) throw notFound(context);
	return events;
}

/** The front page of an archived event. @throws Response 404 */
export function eventPage(context: AppLoadContext) {
	const { services, archived, locale } = context;
	if (!archived) throw notFound(context);
	const { publicSchedule, conference } = services;
	const talks = publicSchedule.ids().size;
	return {
		...conference.facts(locale),
		path: archived.path,
		talks,
		hasSchedule: publicSchedule.current() !== undefined,
	};
}

/** Begins the next edition, or takes it back. @param keeps what the form keeps */
export async function takeEdition(context: AppLoadContext, keeps: Keeps) {
	const { services, actor, form, t } = context;
	const was = Number(textOf(form, "was"));
	if ("do.undo" in form) {
		const refusal = await services.event.undo(actor, was);
		return refusal
			? refused(context, keeps, t(`editionPage.refusals.${refusal}`))
			: said(context, t("editionPage.undone"));
	}
	const { id, lastDay, name } = services.event.present(actor);
	if (id !== was) return refused(context, keeps, t("editionPage.refusals.stale"));
	const read = nextEdition(t, form, { name, lastDay });
	if ("problems" in read)
		return data<SentBack>(context.sendBack(keeps, { problems: read.problems }).data, { status: 422 });
	const refusal = await services.event.begin(actor, was, read.value);
	if (refusal) return refused(context, keeps, t(`editionPage.refusals.${refusal}`));
	return said(context, t("editionPage.begun", { name: read.value.name, before: name }));
}

function refused(context: AppLoadContext, keeps: Keeps, headline: string) {
	return data<SentBack>(context.sendBack(keeps, { headline }).data, { status: 409 });
}

function said(context: AppLoadContext, line: string): never {
	throw seeOther(context.flash.say(NEXT_EDITION, [line]));
}
