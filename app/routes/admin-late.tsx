import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { EntryDetails } from "../components/entries/entry-details.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { Addresses } from "../components/layout/addresses.tsx";
import { Space } from "../components/layout/space.tsx";
import { LateLinks } from "../components/programmes/late-links.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { type LinkReport, lateLinksPage, takeLateLink } from "../pages/late-links.server.ts";
import { orNotNow, reported } from "../pages/proposal-actions.server.ts";
import { textOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { numberIn } from "../programmes/number.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { formatLocal } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { typing: true };

const BASE = "/admin/late";
const LET_IN = "do.let-in";
const DECLINE = "do.decline";

/** Forms that arrived shortly after the end of their call, for organisers to let in, and links by which more may come. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone } = context;
	return {
		title: pageTitle(context, t("late.title")),
		// Of this page alone: no other is sent them.
		words: {
			heading: t("late.title"),
			lead: t("late.lead"),
			none: t("late.none"),
			sent: t("late.sent"),
			letIn: t("late.doLetIn"),
			decline: t("late.doDecline"),
			declined: t("late.isDeclined"),
		},
		byLink: lateLinksPage(context),
		forms: services.lateDecisions.list(actor, locale).map(({ arrivedAt, changes, ...form }) => ({
			...form,
			call: services.registry().programmeOf(form.shown.category).label[locale],
			seen: arrivedAt,
			arrived: t("late.arrived", { time: formatLocal(arrivedAt, zone, locale) }),
			changes: changes && t("late.changes", { reference: changes }),
		})),
	};
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const id = numberIn(textOf(form, "id"));
	const seen = numberIn(textOf(form, "seen"));
	const decide = async (): Promise<LinkReport> => {
		const link = await takeLateLink(context);
		if (link) return link;
		const said = (line: string) => ({ status: 200, lines: [line], wrong: false });
		const refused = (why: "gone" | "changed" | "withdrawn") => {
			return { status: 409, lines: [t(`late.${why}`)], wrong: true };
		};
		if (DECLINE in form) {
			const outcome = await services.lateDecisions.decline(actor, id, seen);
			return outcome === "declined" ? said(t("late.declined")) : refused(outcome);
		}
		const outcome = await services.lateDecisions.letIn(actor, id, seen);
		return typeof outcome === "string" ? refused(outcome) : said(t("late.letIn", { reference: spotId(outcome) }));
	};
	return reported<LinkReport>(context, await orNotNow(context, decide, {}));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

type Page = Awaited<ReturnType<typeof loader>>;

export default function LateFormsPage() {
	const shown = useLoaderData<typeof loader>();
	const { words, forms, byLink } = shown;
	const { t, locale } = useTranslation();
	const report = useActionData<typeof action>();
	const [waiting, declined] = [forms.filter((form) => !form.declined), forms.filter((form) => form.declined)];
	return (
		<>
			<p>
				<Link to="/admin/programmes">← {t("programmes.title")}</Link>
			</p>
			<ReportBanner report={report} />
			<ErrorSummary problems={report?.problems ?? []} />
			<h1>
				{words.heading} <span className="total-count">{waiting.length}</span>
			</h1>
			<p className="lead">{words.lead}</p>
			{waiting.length === 0 && <p className="empty">{words.none}</p>}
			<LateForms forms={waiting} words={words} />
			{declined.length > 0 && (
				<details>
					<summary>
						{words.declined}
						{marks[locale].brackets(String(declined.length))}
					</summary>
					<LateForms forms={declined} words={words} />
				</details>
			)}
			<LateLinks page={byLink} report={report} path={BASE} />
		</>
	);
}

function LateForms({ forms, words }: Pick<Page, "forms" | "words">) {
	const { locale } = useTranslation();
	return (
		<ul className="cards">
			{forms.map(({ id, title, name, email, seen, arrived, changes, declined, shown: entry, call }) => {
				const heading = title || name;
				return (
					<li key={id}>
						<p className="hint">
							{call} · {arrived}
						</p>
						<h2 id={`late-${id}`}>{heading}</h2>
						<p>
							{name}
							{marks[locale].comma}
							<Addresses text={email} />
						</p>
						{changes && <p>{changes}</p>}
						{declined && (
							<p>
								<span className="status status-reject">{words.declined}</span>
							</p>
						)}
						<details>
							<summary>{words.sent}</summary>
							<EntryDetails entry={entry} />
						</details>
						<Form method="post" action={BASE} aria-labelledby={`late-${id}`} className="actions" noValidate>
							<FormToken />
							<input type="hidden" name="id" value={id} />
							<input type="hidden" name="seen" value={seen} />
							<button className="primary" type="submit" name={LET_IN} value={words.letIn}>
								{words.letIn}
							</button>
							<Space />
							{!declined && (
								<button type="submit" name={DECLINE} value={words.decline}>
									{words.decline}
								</button>
							)}
						</Form>
					</li>
				);
			})}
		</ul>
	);
}
