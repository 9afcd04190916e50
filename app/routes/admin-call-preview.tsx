import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { type FormState, ProgrammeForm } from "../components/forms/programme-form.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { HTML_LANG } from "../i18n.ts";
import { callPath } from "../pages/call-page.server.ts";
import { otherForm, previewAsked, previewProblems, previewState } from "../pages/call-preview.server.ts";
import { TranslationContext, textsIn } from "../translation.tsx";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const category = params.call ?? "";
	const asked = previewAsked(context, category, new URL(request.url));
	const call = asked.asked.programme.title[context.locale];
	return {
		title: pageTitle(context, context.t("callPage.previewTitle", { call })),
		call,
		language: asked.language,
		state: previewState(context, asked),
		paths: asked.paths,
		back: callPath(category),
		publish:
			context.services.callForms.open(context.actor, category).revision > 0
				? callPath(category, "/publish")
				: undefined,
		ownPreferences: true,
	};
}

/** Says what the form would say. Nothing is stored. */
export async function action({ request, params, context }: ActionFunctionArgs) {
	const asked = previewAsked(context, params.call ?? "", new URL(request.url));
	const chosen = otherForm(context, asked);
	if (chosen !== undefined) throw seeOther(chosen);
	const problems = previewProblems(context, asked, context.form, context.cameWithPhoto);
	context.page.hasProblems = problems.length > 0;
	return { state: previewState(context, asked, context.form, problems), isRight: problems.length === 0 };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PreviewPage() {
	const { call, language, state, paths, back, publish } = useLoaderData<typeof loader>();
	const tried = useActionData<typeof action>();
	const { t } = useAllTexts();
	return (
		<div className="console-form">
			<p>
				<a href={back}>← {call}</a>
			</p>
			<p className="lead">{t("callPage.previewLead")}</p>
			{tried?.isRight && (
				<p className="banner" role="status">
					{t("callPage.previewRight")}
				</p>
			)}
			<p>
				{inLanguage("en", "English")} · {inLanguage("zh", "中文")}
			</p>
			{publish && (
				<p className="actions">
					<a className="button" href={publish}>
						{t("callPage.reviewChanges")}
					</a>
				</p>
			)}
			<TranslationContext.Provider value={textsIn(language)}>
				<div lang={HTML_LANG[language]}>
					<ProgrammeForm state={(tried?.state ?? state) as FormState} />
				</div>
			</TranslationContext.Provider>
		</div>
	);

	function inLanguage(to: "en" | "zh", name: string) {
		const text = <span lang={HTML_LANG[to]}>{name}</span>;
		return to === language ? <strong>{text}</strong> : <a href={paths[to]}>{text}</a>;
	}
}
