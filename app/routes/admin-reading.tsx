import type { LoaderFunctionArgs } from "@remix-run/node";
import { readingIn } from "../pages/reading.server.ts";

/** One talk with the entries beside it in the list of the address, for a page that is going to show it next. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	return Response.json(readingIn(context, "talk", new URL(request.url).searchParams));
}
