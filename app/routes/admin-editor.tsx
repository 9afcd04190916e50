import {
	type ActionFunctionArgs,
	type AppLoadContext,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { useAllTexts } from "../all-texts.ts";
import { type FormState, ProgrammeForm } from "../components/forms/programme-form.tsx";
import { Space } from "../components/layout/space.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { notFound, pageTitle, safePath } from "../http.ts";
import { consolePath } from "../kinds.ts";
import { takeForm } from "../pages/form-action.server.ts";
import { type Asked, editedEntry } from "../pages/form-drafts.server.ts";
import { openForm } from "../pages/form-loader.server.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { useRoot } from "../root-data.ts";

export const handle: RouteHandle = { island: "form", keepsRefused: true };

/** Organisers enter or correct a talk on a speaker's behalf (specification section 2). `?spot=` or `?id=` names one to change. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const asked = askedFor(request, context);
	const { t } = context;
	const { name, dates } = context.services.conference.facts(context.locale);
	const { categoriesOf, programmeOf } = context.services.registry();
	const calls = asked.spot ? [] : categoriesOf("talk").map((category) => programmeOf(category));
	const edited = asked.spot ? editedEntry(context, asked) : undefined;
	const heading = edited ? t("form.editing", { title: edited.title }) : t("admin.editor");
	return {
		title: pageTitle(context, heading),
		heading,
		/** Where there is a choice. */
		calls: (calls.length > 1 ? calls : []).map(({ category, label }) => ({
			to: `/admin/editor?${new URLSearchParams({ category })}`,
			label: label[context.locale],
			isShown: category === asked.programme.category,
		})),
		/** To the entry that is edited. */
		back: asked.back,
		event: [name, dates].filter(Boolean).join(" · "),
		state: openForm(context, asked),
		ownPreferences: true,
	};
}

/** Lets in who is signed out, but only to keep what they typed before their session ended. */
export async function action({ request, context }: ActionFunctionArgs) {
	if (!context.actor.user && !context.sessionEnded) throw redirect(context.loginFor());
	return takeForm(context, askedFor(request, context));
}

function askedFor(request: Request, context: AppLoadContext): Asked {
	const url = new URL(request.url);
	const search = url.searchParams;
	const id = numberIn(search.get("id") ?? "") || context.services.entries.idOf(search.get("spot") ?? "");
	const { categoriesOf, programmeOf } = context.services.registry();
	const talks = categoriesOf("talk");
	const named = talks.find((one) => one === search.get("category")) ?? talks[0];
	const category = id > 0 ? context.services.entries.categoryOf(id) : named;
	if (!category || !talks.includes(category)) throw notFound(context);
	const spot = id > 0 ? spotId({ kind: "talk", id }) : "";
	const back = spot ? safePath(search.get("return") ?? "", consolePath({ id, kind: "talk" })) : undefined;
	return { url, programme: programmeOf(category), variant: undefined, editor: true, spot, key: "", back };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function EditorPage() {
	const page = useLoaderData<typeof loader>();
	const sentBack = useActionData<typeof action>() as FormState | undefined;
	const state = sentBack ?? (page.state as FormState);
	return (
		<div className="console-form">
			<ProgrammeForm state={state} heading={<Heading {...page} state={state} />} />
			<Help />
		</div>
	);
}

interface HeadingProps {
	state: FormState;
	heading: string;
	back?: string | undefined;
	event: string;
	calls: readonly { to: string; label: string; isShown: boolean }[];
}

function Heading({ state, heading, back, event, calls }: HeadingProps) {
	const { t, locale } = useAllTexts();
	const root = useRoot();
	return (
		<header>
			{back && (
				<p>
					<a href={back}>← {t("messages.backToEntry")}</a>
				</p>
			)}
			<p className="hint">
				{event} · {state.programme.label[locale]}
			</p>
			<h1 lang={state.editing && langOf(heading, locale)}>{heading}</h1>
			<p>
				{t("editor.signedInAs")} <span className="status">{root?.user?.email}</span>
			</p>
			<p className="lead">{state.editing ? t("editor.edits", { reference: state.editing }) : t("editor.new")}</p>
			{calls.length > 0 && (
				<nav className="actions" aria-label={t("editor.calls")}>
					{calls.map(({ to, label, isShown }) => (
						<Fragment key={to}>
							<a href={to} aria-current={isShown ? "page" : undefined}>
								{label}
							</a>
							<Space />
						</Fragment>
					))}
				</nav>
			)}
		</header>
	);
}

function Help() {
	const { t } = useAllTexts();
	const brand = useRoot()?.brand;
	return (
		<p>
			{t("editor.help")} <a href={`mailto:${brand?.support}`}>{brand?.support}</a>{" "}
			{brand?.chat && <a href={brand.chat}>{t("editor.chat")}</a>}
		</p>
	);
}
