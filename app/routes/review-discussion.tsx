import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { TypedTexts } from "../components/layout/typed-texts.tsx";
import { Discussion } from "../components/reviews/discussion.tsx";
import { ReviewFrame } from "../components/reviews/review-frame.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { discussionPage, takeDiscussion } from "../pages/discussion.server.ts";
import { COMMENT, COMMENT_KEEPS } from "../reviews/review-controls.ts";

export const handle = {
	wide: true,
	style: "console",
	typing: true,
	keeps: COMMENT_KEEPS,
} satisfies RouteHandle;

/** What the committee says of an entry. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = discussionPage(context, params.spot ?? "", new URL(request.url).searchParams);
	return { page, title: pageTitle(context, context.t("discussion.title", { spot: page.spot })) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeDiscussion(context, params.spot ?? "");

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);

export default function DiscussionPage() {
	const { page } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t, locale } = useAllTexts();
	const title = page.view === "open" ? page.title : "";
	const problems = failed?.problems ?? [];
	const typed = failed?.values[COMMENT] ?? "";
	const hasForm = page.view === "open" && page.canWrite;
	return (
		<ReviewFrame>
			<div className="console-form">
				<ErrorSummary problems={problems} headline={failed?.headline} />
				<ReportText report={undefined} />
				<p>
					<a href={page.back.href}>← {page.back.label}</a>
				</p>
				<h1>{t("discussion.title", { spot: page.spot })}</h1>
				{title && (
					<p>
						<strong lang={langOf(title, locale)}>{title}</strong>
					</p>
				)}
				<p className="lead">{t("discussion.lead")}</p>
				{typed && !hasForm && <TypedTexts texts={[{ name: COMMENT, text: typed }]} />}
				{page.view === "waits" ? (
					<p className="banner">{t("discussion.waits")}</p>
				) : (
					<Discussion page={page} values={failed?.values ?? {}} problems={problems} />
				)}
			</div>
		</ReviewFrame>
	);
}
