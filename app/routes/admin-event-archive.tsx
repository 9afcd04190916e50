import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ArchivedEntry } from "../components/event/archived-entry.tsx";
import { ArchivedList } from "../components/event/archived-list.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { archivedEntries } from "../pages/archived-entries.server.ts";

/** The entries of an archived event, which organisers can read and take away, and not change. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = archivedEntries(context, params.slug, new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, page.entry?.title || page.name) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ArchivedEvent() {
	const { name, when, base, publicPath, entry, list } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<p>{entry ? <a href={base}>← {name}</a> : <a href="/admin/event/next">← {t("editionPage.title")}</a>}</p>
			{entry ? (
				<ArchivedEntry entry={entry} />
			) : (
				<>
					<h1>{name}</h1>
					<p className="lead">{when}</p>
					<p>
						{t("editionPage.readOnly")}
						<SentenceSpace />
						<a href={publicPath}>{t("editionPage.publicPages")}</a>
					</p>
					{list && <ArchivedList base={base} list={list} />}
				</>
			)}
		</>
	);
}
