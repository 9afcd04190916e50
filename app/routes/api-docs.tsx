import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { sharedPage } from "../pages/shared-page.server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	return {
		calls: context.calls(),
		title: pageTitle(context, "REST API"),
		description: t("search.docs", { product: brand.product }),
		shared: sharedPage(context, { path: "/api/docs", title: "REST API" }),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

/** The calls as people read them; programs read the OpenAPI document this comes from. */
export default function ApiDocsPage() {
	const { calls } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<>
			<h1>REST API</h1>
			<p className="lead">
				<a href="/api/openapi.json">OpenAPI 3.1</a> · {t("docs.lead")}
			</p>
			{calls.map((call) => (
				<section key={`${call.method} ${call.path}`}>
					<h2>
						<code>
							{call.method} {call.path}
						</code>
					</h2>
					<p>
						<span lang="en">{call.summary}</span> · {t(`docs.who.${call.who}`)}
					</p>
					<ul>
						{call.fields.map((field) => (
							<li key={field.name}>
								<code>{field.name}</code> <span lang="en">{field.note}</span>
							</li>
						))}
					</ul>
					<ul>
						{call.replies.map((reply) => (
							<li key={reply.status}>
								<code>{reply.status}</code> <span lang="en">{reply.description}</span>
							</li>
						))}
					</ul>
				</section>
			))}
		</>
	);
}
