import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "../http.ts";
import { useTranslation } from "../translation.tsx";

/** Any address without a page. Back goes where the visitor came from on this site, else to the main page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const here = new URL(request.url);
	const referer = request.headers.get("Referer") ?? "";
	const from = URL.canParse(referer) ? new URL(referer) : undefined;
	const back =
		from?.host === here.host && from.pathname !== here.pathname ? `${from.pathname}${from.search}` : "/dashboard";
	return data({ back, title: pageTitle(context.t, context.brand, context.t("notFound.title")) }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function NotFoundPage() {
	const { back } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	return (
		<div className="narrow">
			<h1>{t("notFound.title")}</h1>
			<p className="lead">{t("notFound.lead")}</p>
			<p className="actions">
				<a className="button" href={back}>
					{t("notFound.back")}
				</a>
				<a className="button primary" href="/dashboard">
					{t("notFound.main")}
				</a>
			</p>
		</div>
	);
}
