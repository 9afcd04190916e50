/** A programme's form as first opened. Server only. */

import type { AppLoadContext } from "@remix-run/node";
import { REMOVE_PHOTO } from "../components/forms/photo-input.tsx";
import type { FormState } from "../components/forms/programme-form.tsx";
import { entryPath, notYours, seeOther } from "../http.ts";
import { isActive } from "../lifecycle.ts";
import { textOf } from "../programmes/answers.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { carried, earlierIn } from "./earlier-drafts.server.ts";
import { headingOf } from "./entry-heading.server.ts";
import { type Asked, about, draftState, goneSince } from "./form-drafts.server.ts";
import { stateOf } from "./form-state.server.ts";
import { saysNothing } from "./form-untouched.server.ts";

/**
 * With the draft, the entry or the person's details.
 * @throws Response 404
 */
export function openForm(context: AppLoadContext, asked: Asked): FormState {
	const { services, actor } = context;
	const { url, programme, spot, editor } = asked;
	const entry = entryToEdit(context, asked);
	const versions = services.drafts.versions(actor, about(context, asked));
	const choice = url.searchParams.get("draft");
	const [newest] = versions;
	const submitted = submittedBefore(context, asked);
	const titleName = programme.fields.find(({ column }) => column === "title")?.name ?? "";
	const isSubmitted = submitted.some(({ title }) => newest && title === textOf(newest.values, titleName).trim());
	// A draft older than the entry, or of one that was submitted elsewhere, is outdated: it is offered, not shown.
	const usual = newest && newest.savedAt >= (entry?.updatedAt ?? 0) && !isSubmitted ? newest : undefined;
	const chosen = choice === null ? usual : versions.find(({ savedAt }) => String(savedAt) === choice);
	const earlier = carried(context, asked);
	const draft = earlier?.draft ?? chosen;
	const said = context.flash.take();
	const blank = () => (editor ? {} : services.entries.prefill(actor, programme));
	const named = draft ? draft.photo : entry?.photo;
	const photo = named ? services.photos.byName(named) : undefined;
	const isEmpty = draft && !entry && !named && !said && saysNothing(context, asked, draft.values);
	return stateOf(context, asked, {
		version: entry?.updatedAt,
		seen: entry && services.entries.seenOf(about(context, asked), entry),
		lacking: entry && isActive(entry) ? entry.incomplete : [],
		values: draft?.values ?? (entry && spot ? services.entries.asForm(entry) : blank()),
		photo,
		photoGone: Boolean(named) && !photo,
		photoRemoved: context.flash.takeShownOnce() === REMOVE_PHOTO,
		submitted,
		drafts: {
			...draftState(context, asked, versions, earlier ? undefined : draft?.savedAt),
			...(isEmpty && { shown: undefined }),
			...(earlier ? { told: [earlier.told] } : earlierIn(context, asked)),
			gone: goneSince(context, asked),
			...(said && { told: said, ...(draft && { saved: true }) }),
			linkGone: Boolean(asked.token) && services.draftLinks.subjectOf(about(context, asked)) === undefined,
		},
	});
}

/** Submissions that are looked at; few of them are withdrawn. */
const MOST_READ = 12;

/** What the person has sent to this call and may still change, newest first: a new form is not the way to that. */
function submittedBefore({ services, actor, t, locale }: AppLoadContext, { programme, spot, editor }: Asked) {
	if (!actor.user || spot || editor) return [];
	const own = services.entries.newestOwn(actor, programme.category, MOST_READ);
	return own.flatMap((entry) => {
		const href = services.entries.editPathOf(entry);
		return href
			? [{ href, title: headingOf({ t, locale }, { title: entry.title, programme }), reference: spotId(entry) }]
			: [];
	});
}

/**
 * The entry named in the address, when it is the visitor's to change. @throws Response 404 otherwise; a redirect to its
 * page when it is withdrawn, where it can be resubmitted
 */
function entryToEdit(context: AppLoadContext, { spot, key, programme }: Asked) {
	const { services, actor, page } = context;
	if (!spot || services.entries.idOf(spot) === 0) return;
	const entry = services.entries.ownEntry(actor, spot, key);
	const own = entry?.category === programme.category ? entry : undefined;
	if (own && !isActive(own) && !page.hasProblems) {
		throw seeOther(entryPath(spot, key));
	}
	const usable = own && isActive(own) ? own : undefined;
	// After a post the form comes back as typed, whatever has happened to the entry.
	if (!usable && !page.hasProblems) throw notYours(context, spot, key);
	return usable;
}
