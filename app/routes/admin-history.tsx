import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { HistoryLines } from "../components/entries/entry-history.tsx";
import { Reference } from "../components/entries/entry-reference.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { OlderLinks } from "../components/lists/older-links.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { historyPage } from "../pages/entry-details.server.ts";

/** What happened to an entry, page by page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = historyPage(context, params.entry ?? "", new URL(request.url).searchParams);
	const title = context.t("log.titleOf", { reference: page.reference });
	return { ...page, title: pageTitle(context, title) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function HistoryPage() {
	const { details, heading, reference, lines, older, newest } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	return (
		<>
			<p>
				<a href={details}>← {t("messages.backToEntry")}</a>
			</p>
			<h1 lang={langOf(heading, locale)}>{heading}</h1>
			<p className="lead">
				{t("admin.history")} · <Reference of={reference} />
			</p>
			<OlderLinks older={older} newest={newest} words={{ older: t("admin.older"), newest: t("log.newest") }} />
			<HistoryLines lines={lines} />
		</>
	);
}
