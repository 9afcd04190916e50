import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Reference } from "../components/entries/entry-reference.tsx";
import { type FormState, LATE_LINK, ProgrammeForm } from "../components/forms/programme-form.tsx";
import { type ClosedCall, ProgrammeClosed } from "../components/programmes/programme-closed.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { notFound, pageTitle } from "../http.ts";
import { earlierCall, originOf, variantOf } from "../pages/earlier-drafts.server.ts";
import { takeForm } from "../pages/form-action.server.ts";
import { type Asked, editedEntry, about as formOf, lateSince } from "../pages/form-drafts.server.ts";
import { openForm } from "../pages/form-loader.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";
import { unsentAnswers } from "../pages/unsent-answers.server.ts";
import { textOf } from "../programmes/answers.ts";
import type { Programme } from "../programmes/define.ts";
import { variantAt, withoutLastSlashes } from "../programmes/forms.ts";

export const handle: RouteHandle = { island: "form", style: "form", keepsRefused: true };

/** Characters of the secret of a link. */
const LONGEST_SECRET = 64;

export async function loader({ request, context }: LoaderFunctionArgs) {
	const asked = askedFor(request, context);
	const { programme } = asked;
	const { services, t, locale, brand, page } = context;
	const isMoved = !programme.archived && !services.registry().programmeAt(new URL(request.url).pathname);
	if (isMoved && !page.hasProblems) throw redirect(asked.url.pathname + asked.url.search);
	// A form with an entry, a draft or problems in it is not for search engines.
	const isOwn = asked.spot || asked.token || asked.late || asked.from || page.hasProblems;
	const description = isOwn || programme.archived ? undefined : programme.lead[locale];
	const path = `${withoutLastSlashes(asked.url.pathname.toLowerCase())}${asked.variant?.event ? `?event=${asked.variant.event}` : ""}`;
	const shared = sharedPage(context, { path, title: programme.title[locale] });
	const about = { description, shared };
	const edited = asked.spot ? editedEntry(context, asked) : undefined;
	const link = formOf(context, asked);
	if (!services.programmes.isOpen(programme.category) && services.lateLinks.opensUntil(link) === undefined) {
		const unsent = unsentAnswers(context, asked);
		const { editingTitle, ...closing } = services.programmes.closing(programme.category, locale);
		const heading = edited ? editingTitle : closing.title;
		const title = pageTitle(context, page.hasProblems ? programme.title[locale] : heading);
		const sentence = edited ? t("closed.editing", { programme: programme.title[locale] }) : closing.sentence;
		const late = lateSince(context, asked);
		const why = services.lateLinks.whyNot(link);
		const linkGone = why && t(`refusals.${why}`);
		const of = { linkGone, entry: edited?.path, unsent, late };
		const call: ClosedCall = { ...closing, title: heading, sentence, ...of, support: brand.support };
		return { ...about, title, call };
	}
	await services.entries.opened(asked.spot, asked.key);
	const heading = edited && t("form.editing", { title: edited.title });
	const title = pageTitle(context, heading ?? programme.title[locale]);
	return {
		...about,
		ownPreferences: true,
		title,
		edited: edited && { ...edited, heading },
		state: openForm(context, asked),
	};
}

export async function action({ request, context }: ActionFunctionArgs) {
	return takeForm(context, askedFor(request, context));
}

function askedFor(request: Request, context: AppLoadContext): Asked {
	const url = new URL(request.url);
	const { programmeAt, formerlyAt } = context.services.registry();
	const present = programmeAt(url.pathname) ?? formerlyAt(url.pathname);
	const from = present && originOf(context, url, present);
	const programme = earlierCall(context, url, present) ?? present;
	if (!programme) throw notFound(context);
	// A form that was begun at an earlier address goes on at the present one.
	if (!programme.archived && !programmeAt(url.pathname)) url.pathname = programme.path;
	const search = url.searchParams;
	const variant = programme.archived
		? variantOf(url)
		: variantAt(programme, { path: url.pathname, event: search.get("event") });
	const [spot = "", key = "", token = ""] = ["spot", "key", "token"].map((name) => search.get(name) ?? "");
	// A form that was posted to its bare address goes on by its link.
	const late = (search.get("late") ?? textOf(context.form, LATE_LINK)).slice(0, LONGEST_SECRET);
	if (late) search.set("late", late);
	return { url, programme, variant, editor: false, spot, key, token, late, from };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProgrammePage() {
	const page = useLoaderData<typeof loader>();
	const sentBack = useActionData<typeof action>();
	if ("call" in page && !sentBack) return <ProgrammeClosed call={page.call} />;
	const state = (sentBack ?? ("state" in page ? page.state : undefined)) as FormState;
	const heading =
		"edited" in page && page.edited ? <EditHeading programme={state.programme} edited={page.edited} /> : undefined;
	return <ProgrammeForm state={state} heading={heading} />;
}

/** Over the form of an entry that is changed, which is not a new one. */
function EditHeading(props: { programme: Programme; edited: { heading?: string; reference: string; path: string } }) {
	const { programme, edited } = props;
	const { t, locale } = useAllTexts();
	return (
		<>
			<p>
				<a href={edited.path}>← {t("form.backToEntry")}</a>
			</p>
			<h1>{edited.heading}</h1>
			<p className="lead">
				{programme.title[locale]} · <Reference of={edited.reference} />
			</p>
		</>
	);
}
