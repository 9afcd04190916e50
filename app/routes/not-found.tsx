import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";

/** Any address without a page. */
export async function loader({ context }: LoaderFunctionArgs) {
	return data({ title: pageTitle(context, context.t("notFound.title")) }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export { NotFound as default } from "../components/layout/not-found.tsx";
