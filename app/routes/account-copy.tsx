import type { LoaderFunctionArgs } from "@remix-run/node";

/** All data stored about the person logged in, as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
	const copy = context.services.personalData.ownCopy(context.actor);
	return new Response(JSON.stringify(copy), {
		headers: {
			"Content-Type": "application/json; charset=utf-8",
			"Content-Disposition": 'attachment; filename="your-data.json"',
		},
	});
}
