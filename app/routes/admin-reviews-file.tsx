import type { LoaderFunctionArgs } from "@remix-run/node";
import { resultsFile } from "../pages/results.server.ts";

/** The results of a call as a CSV file. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
	context.download(resultsFile(context, params.call ?? "", new URL(request.url).searchParams));
