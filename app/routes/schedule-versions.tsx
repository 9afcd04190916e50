import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ReleaseNote } from "../components/schedule/release-note.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { versionsPage } from "../pages/schedule.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

export const handle: RouteHandle = { style: "schedule" };

/** The releases of the schedule, with what each of them has changed. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	const title = t("publicSchedule.changes");
	return {
		versions: versionsPage(context),
		title: pageTitle(context, title),
		description: t("publicSchedule.feed", { product: brand.product }),
		shared: sharedPage(context, { path: "/schedule/versions", title }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ScheduleVersions() {
	const { versions } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<p>
				<a href="/schedule">{`← ${t("publicSchedule.title")}`}</a>
			</p>
			<h1>{t("publicSchedule.changes")}</h1>
			{versions.length === 0 && <p className="empty">{t("publicSchedule.none")}</p>}
			{versions.map(({ version, released, note, changes }) => (
				<section key={version}>
					<h2>{t("publicSchedule.version", { version })}</h2>
					<p className="hint">{t("publicSchedule.released", { time: released })}</p>
					<ReleaseNote lines={note} />
					{version === 1 && <p>{t("publicSchedule.first")}</p>}
					{version > 1 && changes.length > 0 && (
						<ul className="changes">
							{changes.map((change) => (
								<li key={change}>{change}</li>
							))}
						</ul>
					)}
				</section>
			))}
		</>
	);
}
