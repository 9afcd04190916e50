import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { eventsPage } from "../pages/editions.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

export const handle: RouteHandle = {};

/** The earlier events, which can be read and not changed. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	const title = t("archive.title");
	return {
		events: eventsPage(context),
		title: pageTitle(context, title),
		description: t("archive.description", { foundation: brand.foundation }),
		shared: sharedPage(context, { path: "/events", title }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function Events() {
	const { events } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<h1>{t("archive.title")}</h1>
			<ul className="calls">
				{events.map(({ path, name, when, hasSchedule }) => (
					<li key={path} className="call-note">
						<p>
							<a href={path}>{name}</a> <span className="call-state">{when}</span>
							{hasSchedule && (
								<>
									{" "}
									<a href={`${path}/schedule`}>{t("publicSchedule.title")}</a>
								</>
							)}
						</p>
					</li>
				))}
			</ul>
		</>
	);
}
