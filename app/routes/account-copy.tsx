import type { LoaderFunctionArgs } from "@remix-run/node";

/** All data stored about the person logged in, as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
	return context.downloadJson("your-data.json", context.services.personalData.ownCopy(context.actor));
}
