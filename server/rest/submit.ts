import { z } from "zod";
import type { EntryKind } from "../../app/kinds.ts";
import { translators } from "../../app/locales/index.ts";
import { textOf } from "../../app/programmes/answers.ts";
import { variantAt } from "../../app/programmes/forms.ts";
import { numberIn } from "../../app/programmes/number.ts";
import type { Registry } from "../../app/programmes/registry.ts";
import { spotId } from "../../app/programmes/spot-ids.ts";
import { AppError } from "../errors.ts";
import { entryForms } from "./entry-forms.ts";
import { status } from "./entry-shapes.ts";
import { errorBody, type Reply, route } from "./route.ts";

/** Characters of an Idempotency-Key. */
const MOST_KEY = 200;

const submitted = z
	.object({
		id: z.number(),
		spotId: z.string(),
		category: z.string(),
		status,
		incomplete: z.array(z.string()),
	})
	.meta({ id: "Submitted" });

interface SubmitCall {
	path: string;
	name: string;
	what: string;
	kinds: readonly EntryKind[];
	/** Category of the call that is meant if none is named. */
	usual: string;
	ignoresUnknown?: true;
}

/** A call that accepts entries of some kinds. */
function submitRoute(call: SubmitCall) {
	const takenBy = (registry: Registry) => registry.all.filter(({ kind }) => call.kinds.includes(kind));
	return route({
		method: "post",
		path: call.path,
		name: call.name,
		tag: "Submitting",
		summary: `${call.what}, or change one of your own`,
		description:
			"An id above 0 changes an entry. The same content sent twice by one sender is one submission: with one bearer token, one formSession or one Idempotency-Key, which also separates different submissions with equal content. A body in JSON has the fields of the form.",
		headers: {
			"Idempotency-Key": z.string().max(MOST_KEY).optional().describe("Any text that names this submission"),
		},
		form: (registry) => entryForms(takenBy(registry)),
		ignoresUnknown: call.ignoresUnknown,
		replies: {
			200: { description: "Changed, or already received", schema: submitted },
			201: { description: "Stored", schema: submitted },
			400: { description: "Nothing is missing, but a value has a wrong type, size or character", schema: errorBody },
			401: { description: "Changing an entry without logging in; or a token that does not work", schema: errorBody },
			404: { description: "No such entry of yours", schema: errorBody },
			409: {
				description:
					"PROGRAMME_CLOSED: a form that was being sent when the call closed is kept, and organisers may let it in; CONFLICT: too many entries of one sender",
				schema: errorBody,
			},
			422: {
				description: "Answers are missing; values of a wrong type, size or character are named as well",
				schema: errorBody,
			},
		},
		async handle({ services, actor, locale, form, upload, arrivedAt, header }): Promise<Reply> {
			const t = translators[locale];
			const asked = textOf(form, "id");
			const number = numberIn(asked);
			const entryId = number || services.entries.idOf(asked);
			const present = services.entries.categoryOf(entryId);
			const registry = services.registry();
			const kind = present === undefined ? undefined : registry.programmeOf(present).kind;
			if (actor.user && number === 0 && kind && spotId({ kind, id: entryId }) !== asked)
				throw new AppError("NOT_FOUND");
			const taken = takenBy(registry);
			const find = (category: string | undefined) => taken.find((one) => one.category === category);
			const named = textOf(form, "category");
			// The name of a call stands for the same one of the next event.
			const programme = named
				? (find(named) ?? find(registry.successorOf(named)?.category))
				: (find(present) ?? find(call.usual) ?? taken[0]);
			if (!programme) {
				const message = t("problemMessages.option", { field: t("form.category") });
				return { status: 400, body: { message, error: "BAD_REQUEST", problems: [{ field: "category", message }] } };
			}
			const idempotencyKey = header("Idempotency-Key");
			if (idempotencyKey && idempotencyKey.length > MOST_KEY) {
				const message = t("problemMessages.tooLong", { field: "Idempotency-Key", max: MOST_KEY });
				return { status: 400, body: { message, error: "BAD_REQUEST" } };
			}
			const result = await services.entries.submit(actor, {
				programme,
				place: { variant: variantAt(programme, { event: textOf(form, "event") || undefined }), editor: false },
				form,
				upload,
				id: entryId,
				arrivedAt,
				locale,
				omittedConsent: "unasked",
				sendsIncomplete: textOf(form, "sendIncomplete") === "true",
				omittedFields: "unchanged",
				lostPhoto: "omitted",
				keepsDraft: false,
				idempotencyKey,
			});
			if (result.ok) {
				const { id, spotId, category, status, incomplete } = result;
				return { status: result.created ? 201 : 200, body: { id, spotId, category, status, incomplete } };
			}
			const { problems, malformed, attempts, headline } = result;
			const message = headline ?? problems[0]?.message ?? t("refusals.BAD_REQUEST");
			return {
				status: malformed ? 400 : 422,
				body: { message, error: malformed ? "BAD_REQUEST" : "INCOMPLETE", problems, attempts },
			};
		},
	});
}

/** The calls that take entries. */
export const submitRoutes = [
	submitRoute({
		path: "/api/submit",
		name: "submitTalk",
		what: "Submit a talk",
		kinds: ["talk"],
		usual: "hangzhou",
		ignoresUnknown: true,
	}),
	submitRoute({
		path: "/api/spotlight",
		name: "submitNomination",
		what: "Nominate a project or show a work, as the category says",
		kinds: ["nomination", "aigc"],
		usual: "sl-hz",
		ignoresUnknown: true,
	}),
	submitRoute({
		path: "/api/forum/entries",
		name: "registerForForum",
		what: "Register for the forum",
		kinds: ["forum"],
		usual: "forum",
	}),
];
