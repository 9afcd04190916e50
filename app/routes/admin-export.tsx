import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "../http.ts";
import type { EntryKind } from "../programmes/define.ts";
import { entryNumber, listQuery } from "../schemas/listing.ts";

const KINDS: readonly EntryKind[] = ["talk", "nomination", "aigc", "forum"];
const query = listQuery(["id", "title", "name", "org", "tracks", "status", "updated", "country", "companySchool"]);

/** A list as a CSV file: the rows named by `ids`, else every row of the filters in the address. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { services, actor, locale } = context;
	const kind = KINDS.find((one) => one === params.kind);
	if (!kind) throw notFound(context);
	const search = new URL(request.url).searchParams;
	const { page: _, ...state } = query.parse(Object.fromEntries(search));
	const answers = Object.fromEntries(
		["spotlightTrack", "countryRegion", "forumTopic", "invitationConfirmed"].map((name) => [
			name,
			search.get(name) ?? "",
		]),
	);
	const ids = search.getAll("ids").map((id) => entryNumber.parse(id));
	const file = services.exports.entries(actor, kind, { ...state, answers, page: 1 }, ids, locale);
	return context.download(file);
}
