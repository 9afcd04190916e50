import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Form, useActionData, useLoaderData } from "@remix-run/react";
import { AdminDetails } from "../components/console-details.tsx";
import { FormToken } from "../components/form-token.tsx";
import { keptPage } from "../components/kept-page.ts";
import { ReportBanner, useReportToast } from "../components/report.tsx";
import { reportUnanswered } from "../components/unanswered.ts";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { orNotNow, reported } from "../pages/proposal-actions.server.ts";
import { textOf } from "../programmes/answers.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { numberIn } from "../programmes/number.ts";
import { formatInstant } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/late";
const LET_IN = "do.let-in";
const DECLINE = "do.decline";

/** Forms that arrived shortly after the end of their call, for organisers to let in. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	return {
		title: pageTitle(context, t("late.title")),
		forms: services.late
			.list(actor, locale)
			.map(({ arrivedAt, ...form }) => ({ ...form, time: formatInstant(arrivedAt, zone, locale) })),
	};
}

const kept = keptPage<Awaited<ReturnType<typeof loader>>>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const id = numberIn(textOf(form, "id"));
	const decide = async () => {
		const said = (line: string) => ({ status: 200, lines: [line], wrong: false });
		const refused = (why: "gone" | "withdrawn") => ({ status: 409, lines: [t(`lateSaid.${why}`)], wrong: true });
		if (DECLINE in form)
			return (await services.late.decline(actor, id)) ? said(t("lateSaid.declined")) : refused("gone");
		const outcome = await services.late.letIn(actor, id);
		return typeof outcome === "string" ? refused(outcome) : said(t("lateSaid.letIn", { reference: spotId(outcome) }));
	};
	return reported(context, await orNotNow(context, decide, {}));
}

export const clientAction = reportUnanswered(undefined, () => ({}));

export { reloadRefused as shouldRevalidate } from "../components/reload.ts";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function LateFormsPage() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const { forms } = shown;
	const report = useActionData<typeof action>();
	useReportToast(report);
	const { t, locale } = useTranslation();
	return (
		<>
			<ReportBanner report={report} />
			<h1>{t("late.title")}</h1>
			<p className="lead">{t("late.lead")}</p>
			{forms.length === 0 && <p className="empty">{t("late.none")}</p>}
			<ul className="cards">
				{forms.map(({ id, title, name, email, time, changes, declined, shown: entry }) => {
					const call = programmeOf(entry.category).label[locale];
					const heading = title || name;
					return (
						<li key={id}>
							<p className="hint">
								{call} · {t("late.arrived", { time })}
							</p>
							<h2 id={`late-${id}`}>{heading}</h2>
							<p>
								{name}, {email}
							</p>
							{changes && <p>{t("late.changes", { reference: changes })}</p>}
							{declined && (
								<p>
									<span className="status reject">{t("late.declined")}</span>
								</p>
							)}
							<details>
								<summary>{t("late.sent")}</summary>
								<AdminDetails entry={entry} />
							</details>
							<Form method="post" action={BASE} aria-labelledby={`late-${id}`} className="actions">
								<FormToken />
								<input type="hidden" name="id" value={id} />
								<button className="primary" type="submit" name={LET_IN} value={t("late.letIn")}>
									{t("late.letIn")}
								</button>{" "}
								{!declined && (
									<button type="submit" name={DECLINE} value={t("late.decline")}>
										{t("late.decline")}
									</button>
								)}
							</Form>
						</li>
					);
				})}
			</ul>
		</>
	);
}
