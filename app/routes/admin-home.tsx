import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export async function loader(_: LoaderFunctionArgs) {
	return redirect("/admin/proposals");
}
