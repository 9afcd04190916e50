import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { BASE, type CardOutcome, cardOf, ProgrammeCard } from "../components/programmes/programme-card.tsx";
import { TELLING } from "../enumerations.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { notFound, pageTitle, seeOther } from "../http.ts";
import { rulesOfKind } from "../kinds.ts";
import { orNotNow, type Report, reported } from "../pages/proposal-actions.server.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import {
	type ProgrammeSettingsForm,
	programmeSettingsForm,
	programmeSettingsSeen,
	settingsProblems,
} from "../schemas/programmes.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { typing: true };

/** Opens, closes, dates or links each programme, and shows what visitors then see. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone, fragment } = context;
	const search = new URL(request.url).searchParams;
	const listed = services.programmes.list(actor);
	const alone = listed.filter(({ programme }) => cardOf(programme.category) === fragment);
	return {
		/** The card that a script asked for. */
		fragmentId: alone.length > 0 ? fragment : undefined,
		previewed: search.has("category")
			? lookAt(context, programmeSettingsForm.parse(Object.fromEntries(search)))
			: undefined,
		title: pageTitle(context, t("programmes.title")),
		zone,
		late: t("late.title"),
		words: { all: t("callPage.toAll"), edit: t("callPage.editForm"), review: t("reviewRules.title") },
		telling: {
			legend: t("programmesMessages.tells"),
			options: TELLING.map((value) => ({ value, label: t(`programmesMessages.telling.${value}`) })),
		},
		asking: {
			confirmBy: t("programmesMessages.confirmBy"),
			confirmHint: t(context.mailLeaves ? "programmesMessages.confirmHint" : "programmesMessages.confirmHintSaved"),
			remindDays: t("programmesMessages.remindDays"),
		},
		programmes: (alone.length > 0 ? alone : listed).map(({ programme, settings, phase }) => ({
			category: programme.category,
			confirms: rulesOfKind(programme.kind).confirms,
			path: programme.path,
			name: programme.title[locale],
			settings,
			phase,
		})),
	};
}

type Outcome = Pick<Report, "status" | "lines" | "wrong"> & CardOutcome;

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t, locale } = context;
	const { category, ...typed } = programmeSettingsForm.parse(form);
	const looked = lookAt(context, { category, ...typed });
	const { state } = typed;
	if (looked.wrong || state === "") return reported(context, looked);
	if ("do.preview" in form) {
		// A preview changes nothing, so it has an address that may be reloaded.
		throw seeOther(`${BASE}?${new URLSearchParams({ category, ...typed })}`);
	}
	const seen = programmeSettingsSeen.safeParse(textOf(form, "was"));
	const change = async () => {
		if (!seen.success) return "stale";
		const tells = typed.tells || seen.data.tells;
		const remindDays = typed.remindDays || seen.data.remindDays;
		return services.programmes.change(actor, category, seen.data, { ...typed, state, tells, remindDays });
	};
	const saved = await orNotNow(context, change, { category, problems: [], typed });
	if (typeof saved === "object") return reported<Outcome>(context, saved);
	const lines = [
		t(`programmesMessages.${saved}`, { programme: services.registry().programmeOf(category).title[locale] }),
	];
	const wrong = saved !== "saved";
	const kept = saved === "untold" ? { typed } : {};
	return reported<Outcome>(context, { status: wrong ? 409 : 200, lines, wrong, category, problems: [], ...kept });
}

/**
 * The effect of settings, or their problems.
 * @throws Response 404 for an unknown programme
 */
function lookAt(context: AppLoadContext, given: ProgrammeSettingsForm): Outcome {
	const { services, actor, t, locale } = context;
	const { category, ...typed } = given;
	const { state } = typed;
	if (!services.registry().find(category)) throw notFound(context);
	const problems = settingsProblems(t, given);
	if (problems.length > 0 || state === "") return { status: 422, lines: [], wrong: true, category, problems, typed };
	const preview = services.programmes.preview(actor, category, { ...typed, state }, locale);
	return { status: 200, lines: [], wrong: false, category, problems, typed, preview };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ProgrammesPage() {
	const shown = useLoaderData<typeof loader>();
	const { late, words, telling, asking, programmes: listed, zone, previewed, fragmentId } = shown;
	const outcome = useActionData<typeof action>() ?? previewed;
	const problems = outcome?.problems ?? [];
	const refused = problems.length > 0 ? listed.find(({ category }) => category === outcome?.category) : undefined;
	const { t, locale } = useTranslation();
	const cards = listed.map((programme) => (
		<ProgrammeCard
			key={programme.category}
			programme={programme}
			outcome={outcome?.category === programme.category ? outcome : undefined}
			isAlone={fragmentId !== undefined}
			{...{ words, telling, asking }}
		/>
	));
	if (fragmentId) {
		return (
			<>
				<ReportBanner report={outcome} />
				{cards}
			</>
		);
	}
	return (
		<>
			<ReportBanner report={outcome} />
			<ErrorSummary problems={problems} headline={refused?.name} />
			<h1>{t("programmes.title")}</h1>
			<p className="lead">{[t("programmes.lead"), t("programmes.days", { zone })].join(marks[locale].space)}</p>
			<p>
				<a href={`${BASE}/all`}>{words.all}</a> · <Link to="/admin/late">{late}</Link>
			</p>
			<div className="settings">{cards}</div>
		</>
	);
}
