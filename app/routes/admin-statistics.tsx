import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { SentenceSpace } from "../components/layout/space.tsx";
import { Figures } from "../components/statistics/figures.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { statisticsPage } from "../pages/statistics.server.ts";

/** What organisers report of the event: figures of one call, or of all. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = statisticsPage(context, new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("statistics.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function StatisticsPage() {
	const { path, file, call, calls, lead, total, summary, gone, nothing, firstEvent, sections } =
		useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<h1>{t("statistics.title")}</h1>
			<p className="lead">{lead}</p>
			<form method="get" action={path} className="filters" noValidate>
				<label>
					{t("statistics.call")}
					<select name="call" defaultValue={call}>
						<option value="">{t("statistics.allCalls")}</option>
						{calls.map(({ id, label }) => (
							<option key={id} value={id}>
								{label}
							</option>
						))}
					</select>
				</label>{" "}
				<button type="submit">{t("statistics.show")}</button>{" "}
				{total > 0 && (
					<a className="button" href={file}>
						{t("statistics.download")}
					</a>
				)}
			</form>
			{total === 0 ? (
				<p className="empty">{nothing}</p>
			) : (
				<>
					<p>
						<strong>{summary}</strong>
						{gone && (
							<>
								<SentenceSpace />
								{gone}
							</>
						)}
					</p>
					<p className="hint">{t("statistics.rule")}</p>
					{firstEvent && <p className="hint">{firstEvent}</p>}
					<div className="figure-grid">
						{sections.map((section) => (
							<Figures key={section.name} section={section} />
						))}
					</div>
				</>
			)}
		</>
	);
}
