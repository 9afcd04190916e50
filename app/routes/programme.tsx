import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProgrammeClosed } from "../components/programme-closed.tsx";
import { DISCARD_DRAFT, type FormState, ProgrammeForm, REMOVE_PHOTO } from "../components/programme-form.tsx";
import type { RouteHandle } from "../handle.ts";
import { notFound, pageTitle, seeOther } from "../http.ts";
import { type RawForm, textOf } from "../programmes/answers.ts";
import { programmeByPath } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";

export const handle: RouteHandle = { island: "form" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { url, programme } = addressed(request, context);
	const { services, t, locale, brand, zone } = context;
	const plain = pageTitle(t, brand, programme.title[locale]);
	const title = context.page.hasProblems ? t("problems.pageTitle", { title: plain }) : plain;
	const closedTitle = pageTitle(t, brand, t("closed.title"));
	const description = programme.lead[locale];
	const window = services.programmes.windowOf(programme.category);
	if (!services.programmes.isOpen(programme.category)) {
		const closedOn = window.closesAt === null ? undefined : formatInstant(window.closesAt, zone, locale);
		return {
			path: programme.path,
			title: context.page.hasProblems ? title : closedTitle,
			description,
			closed: { closedOn, support: brand.support },
		};
	}
	const entry = entryToEdit(context, url);
	const draft = services.drafts.load(context.actor, addressOf(url));
	const values = draft ?? (entry ? services.entries.asForm(entry) : services.entries.prefill(context.actor));
	const photo =
		services.photos.byReference(textOf(draft ?? {}, "photo"), context.actor) ??
		(entry?.photo ? services.photos.byName(entry.photo) : undefined);
	const state = stateOf(context, url, {
		values,
		problems: [],
		attempts: "",
		fromDraft: draft !== undefined,
		photo: photo && { ...photo, reference: services.photos.referenceTo(photo.name, context.actor) },
	});
	return { path: programme.path, title, description, state };
}

export async function action({ request, context }: ActionFunctionArgs) {
	const { url, programme } = addressed(request, context);
	const { services, actor, locale, form, upload } = context;
	const spot = url.searchParams.get("spot") ?? "";
	if (DISCARD_DRAFT in form) {
		await services.drafts.discard(actor, addressOf(url));
		return seeOther(addressOf(url));
	}
	if (REMOVE_PHOTO in form) {
		return data(stateOf(context, url, { values: form, problems: [], attempts: textOf(form, "attempts") }));
	}
	if (context.sessionEnded) return toLogin(context, url);
	const submitted = services.entries.submit(actor, {
		programme,
		form: { ...form, key: url.searchParams.get("key") ?? "" },
		upload,
		id: services.entries.idOf(spot),
		locale,
		event: url.searchParams.get("event") ?? undefined,
		from: "page",
		draft: addressOf(url),
	});
	let result: Awaited<typeof submitted>;
	try {
		result = await submitted;
	} catch (error) {
		return sendBack(context, url, error);
	}
	if (result.ok) return seeOther(`/thank-you?entry=${result.spotId}`);
	context.page.hasProblems = true;
	const { problems, headline, attempts, photo } = result;
	const state = stateOf(context, url, {
		values: form,
		problems,
		headline,
		attempts,
		photo: photo && { ...photo, reference: services.photos.referenceTo(photo.name, actor) },
	});
	return data(state, { status: 422 });
}

/** The session ended while the form was filled in: what was typed is kept, and is back in the form after signing in. */
async function toLogin(context: AppLoadContext, url: URL) {
	const { services, actor, form, upload } = context;
	const received = upload && (await services.photos.receive(upload));
	const photo = received?.ok ? services.photos.referenceTo(received.photo.name, actor) : textOf(form, "photo");
	await services.drafts.save(actor, addressOf(url), { ...form, photo }, context.endedFor);
	context.forgetSession();
	return seeOther(`/login?${new URLSearchParams({ ended: "1", return: addressOf(url) })}`);
}

function addressOf(url: URL): string {
	return `${url.pathname}${url.search}`;
}

/** Whatever goes wrong, the form comes back with everything that was typed.  */
async function sendBack(context: AppLoadContext, url: URL, error: unknown) {
	const { status, message, code } = context.explain(error);
	if (code === "NOT_SIGNED_IN") return toLogin(context, url);
	context.page.hasProblems = true;
	const kept = context.services.photos.byReference(textOf(context.form, "photo"), context.actor);
	const state = stateOf(context, url, {
		values: context.form,
		problems: [],
		headline: message,
		attempts: textOf(context.form, "attempts"),
		photo: kept && { ...kept, reference: textOf(context.form, "photo") },
	});
	return data(state, { status });
}

export const meta: MetaFunction<typeof loader, Record<string, never>> = ({ data: page, error }) => [
	{ title: page?.title ?? String((error as { data?: unknown })?.data ?? "") },
	{ name: "description", content: page?.description },
];

export default function ProgrammePage() {
	const page = useLoaderData<typeof loader>();
	const sentBack = useActionData<typeof action>();
	const programme = programmeByPath(page.path);
	if (!programme) return null;
	if (page.closed && !sentBack) return <ProgrammeClosed programme={programme} {...page.closed} />;
	return <ProgrammeForm programme={programme} state={(sentBack ?? page.state) as FormState} />;
}

function addressed(request: Request, context: AppLoadContext) {
	const url = new URL(request.url);
	const programme = programmeByPath(url.pathname.toLowerCase().replace(/\/$/, ""));
	if (!programme) throw notFound(context);
	return { url, programme };
}

/** The entry named in the address, when it is the visitor's to change. @throws Response 404 otherwise */
function entryToEdit(context: AppLoadContext, url: URL) {
	const { services, actor } = context;
	const spot = url.searchParams.get("spot");
	if (!spot || services.entries.idOf(spot) === 0) return;
	const entry = services.entries.ownEntry(actor, spot, url.searchParams.get("key") ?? "");
	// After a post the form comes back with what was typed, whatever has become of the entry.
	if (!entry && !context.page.hasProblems) throw notFound(context);
	return entry;
}

function stateOf(
	{ services, locale }: AppLoadContext,
	url: URL,
	shown: Pick<FormState, "values" | "problems" | "headline" | "attempts" | "photo" | "fromDraft"> & { values: RawForm },
): FormState {
	const programme = programmeByPath(url.pathname.toLowerCase().replace(/\/$/, ""));
	const event = url.searchParams.get("event");
	const track = textOf(shown.values, "tracks");
	return {
		...shown,
		tracks: services.tracks.options(locale, track),
		variant: programme?.variants.find((variant) => variant.event === event),
		search: url.search,
		editing: url.searchParams.has("spot"),
	};
}
