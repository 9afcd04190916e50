import type { LoaderFunctionArgs } from "@remix-run/node";
import { worksQuery } from "../pages/public-lists.server.ts";

/** The public showcase as a CSV file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const query = worksQuery(new URL(request.url).searchParams);
	return context.download(context.services.exports.publicWorks(query, context.locale));
}
