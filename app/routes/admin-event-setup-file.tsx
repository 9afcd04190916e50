import type { LoaderFunctionArgs } from "@remix-run/node";

/** The set-up of the event as a file. */
export async function loader({ context }: LoaderFunctionArgs) {
	return new Response(context.services.setup.exported(context.actor), {
		headers: {
			"Content-Type": "application/json; charset=utf-8",
			"Content-Disposition": 'attachment; filename="setup.json"',
		},
	});
}
