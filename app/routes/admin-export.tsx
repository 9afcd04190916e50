import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "../http.ts";
import { ENTRY_KINDS } from "../kinds.ts";
import { entryNumber, readList } from "../schemas/listing.ts";

/** A list as a CSV file: the rows named by `ids`, else every row of the filters in the address; of an archived event, if named. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { services, actor, locale } = context;
	const kind = ENTRY_KINDS.find((one) => one === params.kind);
	if (!kind) throw notFound(context);
	const search = new URL(request.url).searchParams;
	const ids = search.getAll("ids").map((id) => entryNumber.parse(id));
	const slug = search.get("archive");
	const edition = slug === null ? services : services.archive.at(slug);
	if (!edition) throw notFound(context);
	const { query } = readList(kind, search, edition.tracks.ids(), services.registry());
	return context.download(edition.exports.entries(actor, kind, query, ids, locale));
}
