import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "../http.ts";
import { CONSOLE_LISTS, ENTRY_KINDS } from "../kinds.ts";
import { readingIn } from "../pages/reading.server.ts";

/** One entry with those beside it in the list of the address, for a page that is going to show it next. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { pathname, searchParams } = new URL(request.url);
	const kind = ENTRY_KINDS.find((one) => pathname === `${CONSOLE_LISTS[one]}/reading`);
	if (!kind) throw notFound(context);
	return Response.json(readingIn(context, kind, searchParams));
}
