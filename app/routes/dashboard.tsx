import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { IncompleteMark } from "../components/incomplete-mark.tsx";
import { pageTitle } from "../http.ts";
import { programmeOf, programmes, spotId } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, brand, locale, zone } = context;
	const entries = services.entries.listOwn(actor).map((entry) => ({
		spot: spotId(entry.category, entry.id),
		category: entry.category,
		title: entry.title,
		status: entry.status,
		incomplete: entry.incomplete,
		updated: formatInstant(entry.updatedAt, zone, locale),
	}));
	return { entries, email: actor.user?.email, title: pageTitle(t, brand, t("dashboard.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function DashboardPage() {
	const { entries, email } = useLoaderData<typeof loader>();
	const { t, locale } = useTranslation();
	return (
		<>
			<h1>{t("dashboard.title")}</h1>
			<p className="lead">{email}</p>
			<h2>{t("dashboard.entries")}</h2>
			{entries.length === 0 && <p className="empty">{t("dashboard.none")}</p>}
			<ul className="cards">
				{entries.map((entry) => (
					<li key={entry.spot}>
						<p className="hint">
							{programmeOf(entry.category).label[locale]} · {entry.updated}
						</p>
						<h3>{entry.title || t("entry.untitled")}</h3>
						<p>
							<span className={`status ${entry.status.toLowerCase()}`}>{t(`status.${entry.status}`)}</span>{" "}
							<IncompleteMark category={entry.category} fields={entry.incomplete} />
						</p>
						<p>
							<a className="button" href={`${programmeOf(entry.category).path}?spot=${entry.spot}`}>
								{t("entry.edit")}
							</a>
						</p>
					</li>
				))}
			</ul>
			<h2>{t("dashboard.calls")}</h2>
			<ul className="cards">
				{programmes.map((programme) => (
					<li key={programme.category}>
						<h3>
							<a href={programme.path}>{programme.title[locale]}</a>
						</h3>
						<p>{programme.lead[locale]}</p>
					</li>
				))}
			</ul>
		</>
	);
}
