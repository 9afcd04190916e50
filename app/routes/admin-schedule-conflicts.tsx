import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Reference } from "../components/entries/entry-reference.tsx";
import { listPath } from "../components/lists/list-url.ts";
import { BOARD } from "../components/schedule/board-url.ts";
import { pageMeta } from "../handle.ts";
import { keptPage } from "../hooks/kept-page.ts";
import { pageTitle } from "../http.ts";
import { conflictsPage } from "../pages/release.server.ts";
import { useTranslation } from "../translation.tsx";

/** Everything about the schedule's draft that somebody should look at. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { t } = context;
	return { conflicts: conflictsPage(context), title: pageTitle(context, t("conflicts.title")) };
}

const kept = keptPage<Awaited<ReturnType<typeof loader>>>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ConflictsPage() {
	const shown = useLoaderData<typeof clientLoader>();
	kept.useShown(shown);
	const { conflicts } = shown;
	const { t } = useTranslation();
	return (
		<>
			<h1>{t("conflicts.title")}</h1>
			<p>
				<Link to={BOARD}>{t("release.board")}</Link>
			</p>
			{conflicts.length === 0 && <p className="empty">{t("conflicts.none")}</p>}
			{conflicts.map(({ kind, name, sessions }) => (
				<section key={`${kind} ${sessions.map(({ id }) => id).join()}`}>
					<h2>{t(`conflicts.${kind}`, { name })}</h2>
					<ul>
						{sessions.map(({ id, reference, title, place, trackId }) => (
							<li key={id}>
								<b>{title}</b> <Reference of={reference} /> {place}{" "}
								<Link
									to={listPath(BOARD, { entries: trackId, track: trackId })}
									aria-label={`${t("conflicts.toBoard")}: ${title}`}
								>
									{t("conflicts.toBoard")}
								</Link>{" "}
								<Link to={`/admin/proposals?modal=details&id=${id}`} aria-label={`${t("conflicts.details")}: ${title}`}>
									{t("conflicts.details")}
								</Link>
							</li>
						))}
					</ul>
				</section>
			))}
		</>
	);
}
