import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EntryDetails } from "../components/entry-details.tsx";
import { IncompleteMark } from "../components/incomplete-mark.tsx";
import { notFound, pageTitle } from "../http.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

/** The page behind the private link of a receipt: reading changes nothing; another's entry looks like a missing one. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { services, actor, t, brand, locale, zone } = context;
	const key = new URL(request.url).searchParams.get("key") ?? "";
	const entry = services.entries.ownEntry(actor, params.spot ?? "", key);
	if (!entry) throw notFound(context);
	const spot = spotId(entry.category, entry.id);
	const query = new URLSearchParams({ spot, ...(key && { key }) });
	return {
		title: pageTitle(t, brand, t("entry.title", { reference: spot })),
		reference: spot,
		editPath: `${programmeOf(entry.category).path}?${query}`,
		updated: formatInstant(entry.updatedAt, zone, locale),
		status: entry.status,
		incomplete: entry.incomplete,
		shown: services.entries.asShown(entry, locale),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function EntryPage() {
	const { reference, editPath, updated, status, incomplete, shown } = useLoaderData<typeof loader>();
	const { t, locale } = useTranslation();
	return (
		<>
			<h1>{String(shown.answers.title || t("entry.untitled"))}</h1>
			<p className="lead">
				{programmeOf(shown.category).label[locale]} · {reference} · {t("entry.updated", { time: updated })}
			</p>
			<p>
				<span className={`status ${status.toLowerCase()}`}>{t(`status.${status}`)}</span>{" "}
				<IncompleteMark category={shown.category} fields={incomplete} />
			</p>
			<p className="actions">
				<a className="button primary" href={editPath}>
					{t(incomplete.length > 0 ? "entry.complete" : "entry.edit")}
				</a>
			</p>
			<EntryDetails entry={shown} audience="owner" />
		</>
	);
}
