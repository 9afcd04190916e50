import type { LoaderFunctionArgs } from "@remix-run/node";
import { statisticsFile } from "../pages/statistics.server.ts";

/** The figures as a CSV file. */
export const loader = ({ request, context }: LoaderFunctionArgs) =>
	context.download(statisticsFile(context, new URL(request.url).searchParams));
