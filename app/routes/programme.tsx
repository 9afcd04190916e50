import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FormState, ProgrammeForm } from "../components/forms/programme-form.tsx";
import { type ClosedCall, ProgrammeClosed } from "../components/programmes/programme-closed.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { notFound, pageTitle } from "../http.ts";
import { openForm, takeForm } from "../pages/form.server.ts";
import { type Asked, editedEntry, lateSince, unsentAnswers } from "../pages/form-drafts.server.ts";
import { programmeAt, variantAt } from "../programmes/forms.ts";
import { programmeOf } from "../programmes/index.ts";

export const handle: RouteHandle = { island: "form", keepsRefused: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const asked = askedFor(request, context);
	const { programme } = asked;
	const { services, t, locale, brand, page } = context;
	// A form with an entry in it is not for search engines.
	const description = asked.spot ? undefined : programme.lead[locale];
	const about = { category: programme.category, description };
	if (!services.programmes.isOpen(programme.category)) {
		const unsent = unsentAnswers(context, asked);
		const { editingTitle, ...closing } = services.programmes.closing(programme.category, locale);
		const edited = editedEntry(context, asked);
		const heading = edited ? editingTitle : closing.title;
		const title = pageTitle(context, page.hasProblems ? programme.title[locale] : heading);
		const sentence = edited ? t("closed.editing", { programme: programme.title[locale] }) : closing.sentence;
		const late = lateSince(context, asked);
		const of = { entry: edited, unsent, late };
		const call: ClosedCall = { ...closing, title: heading, sentence, ...of, support: brand.support };
		return { ...about, title, call };
	}
	return { ...about, title: pageTitle(context, programme.title[locale]), state: openForm(context, asked) };
}

export async function action({ request, context }: ActionFunctionArgs) {
	return takeForm(context, askedFor(request, context));
}

function askedFor(request: Request, context: AppLoadContext): Asked {
	const url = new URL(request.url);
	const programme = programmeAt(url.pathname);
	if (!programme) throw notFound(context);
	const search = url.searchParams;
	const variant = variantAt(programme, { path: url.pathname, event: search.get("event") });
	return { url, programme, variant, editor: false, spot: search.get("spot") ?? "", key: search.get("key") ?? "" };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProgrammePage() {
	const page = useLoaderData<typeof loader>();
	const sentBack = useActionData<typeof action>();
	const programme = programmeOf(page.category);
	if ("call" in page && !sentBack) return <ProgrammeClosed call={page.call} />;
	const state = (sentBack ?? ("state" in page ? page.state : undefined)) as FormState;
	return <ProgrammeForm programme={programme} state={state} />;
}
