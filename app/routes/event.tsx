import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Paragraphs } from "../components/layout/paragraphs.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { eventPage } from "../pages/editions.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

export const handle: RouteHandle = {};

/** The front page of an archived event. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { t } = context;
	const event = eventPage(context);
	const { path, name } = event;
	return {
		event,
		title: pageTitle(context, t("archive.one")),
		description: t("archive.oneDescription", { name }),
		shared: sharedPage(context, { path, title: name }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function Event() {
	const { event } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	const { name, dates, place, text, path, talks, hasSchedule } = event;
	return (
		<section className="conference">
			<h1>{name}</h1>
			<p className="lead">{[dates, place].filter(Boolean).join(" · ")}</p>
			<Paragraphs text={text} />
			{hasSchedule ? (
				<p>
					<a className="button" href={`${path}/schedule`}>
						{t("archive.schedule")}
					</a>
					<Space />
					<span className="hint">{t("archive.talks", { count: talks })}</span>
				</p>
			) : (
				<p className="empty">{t("archive.noSchedule")}</p>
			)}
			<p>
				<a href="/events">{t("archive.all")}</a>
			</p>
		</section>
	);
}
