import { z } from "zod";
import { MOST_IN_REVIEW } from "../../app/enumerations.ts";
import { translators } from "../../app/locales/index.ts";
import { severalLines } from "../../app/programmes/answers.ts";
import { numberIn } from "../../app/programmes/number.ts";
import { commentFault } from "../../app/schemas/reviews.ts";
import { AppError } from "../errors.ts";
import type { Actor } from "../services/actor.ts";
import type { Services } from "../services/index.ts";
import { errorBody, longText, type Reply, route } from "./route.ts";
import { instant } from "./wire.ts";

const discussion = z
	.object({
		isClosed: z.boolean(),
		isOwnOnly: z.boolean().describe("You may not read it: these are your own comments, which you can delete"),
		others: z
			.array(z.object({ id: z.number(), name: z.string() }))
			.describe("Reviewers whom a comment can be meant for; organisers are told together"),
		comments: z.array(
			z.object({
				id: z.number(),
				by: z.string().describe("Empty once the account is gone"),
				text: z.string(),
				at: z.iso.datetime(),
				isOwn: z.boolean(),
				isForReader: z.boolean(),
			}),
		),
		before: z.number().optional().describe("There are earlier comments: ask with `?before=` and this number"),
	})
	.meta({ id: "Discussion" });

const comment = longText(MOST_IN_REVIEW.comment);

const notFound = {
	description: "No such entry, not yours to review, or your own review comes first",
	schema: errorBody,
};

/** What the committee says of an entry, by the rules of its page. */
export const discussionRoutes = [
	route({
		method: "get",
		path: "/api/reviews/:spot/discussion",
		name: "getDiscussion",
		tag: "Reviewing",
		summary: "The newest comments on an entry, the oldest of them first",
		query: { before: z.int().optional().describe("Number of a comment: those before it") },
		replies: { 200: { description: "At most 50", schema: discussion }, 404: notFound },
		handle: ({ services, actor, params, query }) => ({
			status: 200,
			body: wire(services, actor, params.spot ?? "", numberIn(query("before"))),
		}),
	}),
	route({
		method: "post",
		path: "/api/reviews/:spot/discussion",
		name: "writeComment",
		tag: "Reviewing",
		summary: "Write a comment",
		description: "Those in `tell` get a mail with a link; with `tellOrganisers`, organisers get one, too.",
		request: {
			judgesCharacters: true,
			schema: z.strictObject({
				text: comment,
				tell: z.array(z.number().int().positive()).max(300).default([]),
				tellOrganisers: z.boolean().default(false).describe("Those without a conflict of interest"),
			}),
			example: { text: "The demo convinced me.", tellOrganisers: true },
		},
		replies: {
			200: { description: "The comments now", schema: discussion },
			404: {
				description: `${notFound.description}; or somebody in \`tell\` is not among the \`others\``,
				schema: errorBody,
			},
			409: { description: "CONFLICT: the discussion is closed or full", schema: errorBody },
			422: { description: "No text, one that is too long, or one with control characters", schema: errorBody },
		},
		async handle({ services, actor, params, body, locale }): Promise<Reply> {
			const spot = params.spot ?? "";
			const text = severalLines(body.text);
			const message = commentFault(translators[locale], text);
			if (message)
				return { status: 422, body: { message, error: "BAD_REQUEST", problems: [{ field: "text", message }] } };
			const there = body.tell.length > 0 ? services.discussions.open(actor, spot) : undefined;
			const tellable = new Set(there?.others.map(({ id }) => id));
			if (there && !there.isClosed && !body.tell.every((id) => tellable.has(id))) throw new AppError("NOT_FOUND");
			const refusal = await services.discussions.say(actor, spot, { ...body, text, locale });
			if (refusal) {
				const why = translators[locale](`discussion.${refusal}`, { most: MOST_IN_REVIEW.comments });
				return { status: 409, body: { message: why, error: "CONFLICT" } };
			}
			return { status: 200, body: wire(services, actor, spot) };
		},
	}),
	route({
		method: "patch",
		path: "/api/reviews/:spot/discussion",
		name: "closeDiscussion",
		tag: "Managing reviews",
		summary: "Close a discussion or open it again",
		description: "Repeating either succeeds.",
		request: { schema: z.strictObject({ isClosed: z.boolean() }), example: { isClosed: true } },
		replies: { 200: { description: "The discussion now", schema: discussion }, 404: notFound },
		async handle({ services, actor, params, body }): Promise<Reply> {
			const spot = params.spot ?? "";
			await services.discussions.setClosed(actor, spot, body.isClosed);
			return { status: 200, body: wire(services, actor, spot) };
		},
	}),
	route({
		method: "delete",
		path: "/api/reviews/:spot/discussion/:id",
		name: "deleteComment",
		tag: "Reviewing",
		summary: "Delete a comment of your own",
		description: "Repeating it succeeds while you may read the discussion.",
		params: { id: z.int().positive().describe("Number of the comment") },
		replies: { 204: { description: "Deleted, or not there any more" }, 404: notFound },
		async handle({ services, actor, params }) {
			const [spot, id] = [params.spot ?? "", numberIn(params.id ?? "")];
			if (id === 0 || !services.discussions.open(actor, spot)) throw new AppError("NOT_FOUND");
			await services.discussions.remove(actor, spot, id);
			return { status: 204 };
		},
	}),
];

function wire(services: Services, actor: Actor, spot: string, asked = 0): z.infer<typeof discussion> {
	const found = services.discussions.open(actor, spot, asked);
	if (!found) throw new AppError("NOT_FOUND");
	const { isClosed, isOwnOnly, others, comments, before } = found;
	return {
		isClosed,
		isOwnOnly,
		others,
		comments: comments.map(({ at, ...comment }) => ({ ...comment, at: instant(at) })),
		before,
	};
}
