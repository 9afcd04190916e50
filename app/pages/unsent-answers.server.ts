/** What the page of a closed call shows of what the visitor typed. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { readAnswers, textOf } from "../programmes/answers.ts";
import { shownAnswers } from "../programmes/shown-answers.ts";
import { formatInstant } from "../programmes/window.ts";
import { carryPath } from "./earlier-drafts.server.ts";
import { type Asked, about } from "./form-drafts.server.ts";

type Draft = ReturnType<AppLoadContext["services"]["drafts"]["versions"]>[number];

/** Unsubmitted texts from a form that is closed now, or that was where this one is. The newest of one call come first. */
export function unsentAnswers(context: AppLoadContext, asked: Asked) {
	const { services, actor } = context;
	const earlier = asked.spot ? [] : services.registry().predecessorsOf(asked.programme.category);
	return [asked.programme, ...earlier].flatMap((programme) =>
		services.drafts
			.versions(actor, about(context, { ...asked, programme }))
			.map((draft) => unsent(context, { ...asked, programme }, draft)),
	);
}

function unsent(context: AppLoadContext, asked: Asked, draft: Draft) {
	const { services, t, zone, locale } = context;
	const { programme, variant, token } = asked;
	const { savedAt } = draft;
	const answers = readAnswers(programme, draft.values, { omittedConsent: "refused" });
	const track = services.tracks.labels(locale).get(textOf(draft.values, "tracks"));
	const photo = draft.photo === undefined ? undefined : services.photos.byName(draft.photo);
	const next = services.registry().successorOf(programme.category);
	const href = next && carryPath(context, { category: programme.category, event: variant?.event, savedAt, token });
	const event = context.brand.product;
	const said = programme.archived ? (next && !href ? "closed.keptNext" : "closed.keptHere") : "closed.kept";
	return {
		sentence: t(said, { time: formatInstant(savedAt, zone, locale), event }),
		carry: href === undefined ? undefined : { href, text: t("closed.carry", { event }) },
		shown: {
			category: programme.category,
			kind: programme.kind,
			name: textOf(draft.values, "name"),
			answers: shownAnswers(programme, { answers, track }, "owner", t, locale),
			photo: photo?.format === "photo" ? photo.name : null,
		},
	};
}
