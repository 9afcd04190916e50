import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "../http.ts";
import { ENTRY_KINDS } from "../kinds.ts";
import { entryNumber, readList } from "../schemas/listing.ts";

/** A list as a CSV file: the rows named by `ids`, else every row of the filters in the address. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { services, actor, locale } = context;
	const kind = ENTRY_KINDS.find((one) => one === params.kind);
	if (!kind) throw notFound(context);
	const search = new URL(request.url).searchParams;
	const ids = search.getAll("ids").map((id) => entryNumber.parse(id));
	const { query } = readList(kind, search, services.tracks.ids(), services.registry());
	return context.download(services.exports.entries(actor, kind, query, ids, locale));
}
