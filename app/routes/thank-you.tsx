import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { idFromSpot, programmes } from "../programmes/index.ts";
import { useRoot } from "../root.tsx";

/** The island forgets the draft of the form that was sent here. */
export const handle: RouteHandle = { island: "form" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const spot = new URL(request.url).searchParams.get("entry");
	return {
		reference: idFromSpot(spot) > 0 ? spot : null,
		/** Names of the drafts it may have been: programmes of one kind share the first part of the reference. */
		drafts:
			spot && idFromSpot(spot) > 0
				? [spot, ...programmes.filter(({ kind }) => spot.startsWith(`${kind}-`)).map(({ category }) => category)]
				: [],
		title: pageTitle(context, context.t("thanks.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ThankYouPage() {
	const { reference, drafts } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	const brand = useRoot()?.brand;
	return (
		<div className="narrow" data-clear-drafts={drafts.join(" ") || undefined}>
			<h1>{t("thanks.heading")}</h1>
			<p className="lead">{t("thanks.received")}</p>
			{reference && <p>{t("thanks.reference", { reference })}</p>}
			<p>
				{t("thanks.contacts")} <a href={`mailto:${brand?.support}`}>{brand?.support}</a>
			</p>
			<p className="actions">
				<a className="button primary" href="/">
					{t("thanks.home")}
				</a>{" "}
				<a className="button" href={brand?.foundationSite}>
					{t("thanks.foundation", { foundation: brand?.foundation })}
				</a>
			</p>
		</div>
	);
}
