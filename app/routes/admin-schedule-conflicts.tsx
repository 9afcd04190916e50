import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { Reference } from "../components/entries/entry-reference.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { Space } from "../components/layout/space.tsx";
import { BOARD, boardPath, LOST_TALKS } from "../components/schedule/board-url.ts";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { conflictsPage } from "../pages/release.server.ts";
import { marks } from "../programmes/marks.ts";
import { useTranslation } from "../translation.tsx";

/** Everything in the schedule's draft that needs a look. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { t } = context;
	return {
		conflicts: conflictsPage(context).map(({ kind, name, ...conflict }) => ({
			heading: t(`conflicts.${kind}`, { name }),
			...conflict,
		})),
		// Of this page alone: no other is sent them.
		words: {
			heading: t("conflicts.title"),
			none: t("conflicts.none"),
			details: t("conflicts.details"),
			toBoard: t("conflicts.toBoard"),
		},
		title: pageTitle(context, t("conflicts.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ConflictsPage() {
	const shown = useLoaderData<typeof loader>();
	const { conflicts, words } = shown;
	const { t } = useTranslation();
	const lost = conflicts.filter(({ isLost }) => isLost);
	return (
		<>
			<p>
				<Link to={BOARD}>← {t("release.board")}</Link>
			</p>
			<h1>{words.heading}</h1>
			{conflicts.length === 0 && <p className="empty">{words.none}</p>}
			{lost.length > 0 && (
				<Form id={LOST_TALKS} method="post" action={BOARD} noValidate>
					<FormToken />
					<Conflicts conflicts={lost} words={words} />
				</Form>
			)}
			<Conflicts conflicts={conflicts.filter(({ isLost }) => !isLost)} words={words} />
		</>
	);
}

function Conflicts({ conflicts, words }: Pick<Awaited<ReturnType<typeof loader>>, "conflicts" | "words">) {
	const { t, locale } = useTranslation();
	const named = (does: string, title: string) => `${does}${marks[locale].colon}${title}`;
	return conflicts.map(({ heading, isLost, sessions }) => (
		<section key={`${heading} ${sessions.map(({ id }) => id).join()}`}>
			<h2>{heading}</h2>
			<ul>
				{sessions.map(({ id, details, reference, title, place, trackId, remove }) => (
					<li key={id}>
						<b>{title}</b> <Reference of={reference} /> {place}{" "}
						<Link to={boardPath({ entries: trackId })} aria-label={named(words.toBoard, title)}>
							{words.toBoard}
						</Link>
						<Space />
						<Link to={details} aria-label={named(words.details, title)}>
							{words.details}
						</Link>
						<Space />
						{isLost && (
							<button
								type="submit"
								name={remove}
								value={t("schedule.remove")}
								aria-label={named(t("schedule.remove"), title)}
							>
								{t("schedule.remove")}
							</button>
						)}
					</li>
				))}
			</ul>
		</section>
	));
}
