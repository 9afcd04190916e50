import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { Addresses } from "../components/layout/addresses.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle, type SentBack } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { useRoot } from "../root-data.ts";

export const handle = { keeps: {} } satisfies RouteHandle;

/** The page behind the link of a broadcast. Opening it changes nothing: scanners open links before people do. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const search = new URL(request.url).searchParams;
	const found = context.services.optOuts.look(search, context.locale);
	const isAgain = search.has("again");
	const title = pageTitle(context, context.t(found ? "unsubscribe.title" : "unsubscribe.badTitle"));
	return data({ found, isAgain, title }, { status: found ? 200 : 404 });
}

/** Unsubscribes, or subscribes again. Mail providers post one field and follow no redirect (RFC 8058): they get the page. */
export async function action({ request, context }: ActionFunctionArgs) {
	const { services, form } = context;
	const search = new URL(request.url).searchParams;
	const isAgain = "do.subscribe" in form;
	const path = await services.optOuts.change(search, isAgain ? "in" : "out");
	if (!path) return data<SentBack | null>(null, { status: 404 });
	if (!isAgain && "List-Unsubscribe" in form) return data<SentBack | null>(null);
	throw seeOther(isAgain ? `${path}&again=1` : path);
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function UnsubscribePage() {
	const { found, isAgain } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const brand = useRoot()?.brand;
	if (!found) {
		return (
			<div className="narrow">
				<h1>{t("unsubscribe.badTitle")}</h1>
				<p>{t("unsubscribe.bad")}</p>
				<p>
					{t("closed.support")}
					<SentenceSpace />
					<a href={`mailto:${brand?.support}`}>{brand?.support}</a>
				</p>
			</div>
		);
	}
	const { event, address, path, isOut } = found;
	const done = isOut ? "unsubscribe.done" : isAgain ? "unsubscribe.subscribed" : undefined;
	return (
		<div className="narrow">
			<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
			<h1>{t("unsubscribe.title")}</h1>
			{done && (
				<p className="banner" role="status">
					<Addresses text={t(done, { event, address })} />
				</p>
			)}
			{!done && (
				<p className="lead">
					<Addresses text={t("unsubscribe.lead", { event, address })} />
				</p>
			)}
			<p>{t("unsubscribe.others")}</p>
			<form method="post" action={`${path}#errors`} noValidate>
				<FormToken />
				<p className="actions">
					{isOut ? (
						<button type="submit" name="do.subscribe" value="1">
							{t("unsubscribe.again")}
						</button>
					) : (
						<button className="primary" type="submit">
							{t("unsubscribe.submit")}
						</button>
					)}
				</p>
			</form>
		</div>
	);
}
