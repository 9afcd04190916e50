import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EntryReviews } from "../components/entries/entry-reviews.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { langOf } from "../components/layout/text-language.ts";
import { ReviewForm, ReviewInWords } from "../components/reviews/review-form.tsx";
import { ReviewFrame } from "../components/reviews/review-frame.tsx";
import { ReviewSteps, reviewWords } from "../components/reviews/review-steps.tsx";
import { ReviewTexts } from "../components/reviews/review-texts.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { takeReview } from "../pages/review-post.server.ts";
import { formerReview, reviewInWords, reviewPage } from "../pages/reviews.server.ts";
import { REVIEW_KEEPS } from "../reviews/review-controls.ts";

export const handle = {
	wide: true,
	style: "console",
	island: "review",
	typing: true,
	keeps: REVIEW_KEEPS,
} satisfies RouteHandle;

/** One entry as its reviewer reads it, and their review. */
export async function loader({ params, context }: LoaderFunctionArgs) {
	const spot = params.spot ?? "";
	let page: ReturnType<typeof reviewPage>;
	try {
		page = reviewPage(context, spot);
	} catch (error) {
		const former = context.codeOf(error) === "NOT_FOUND" ? formerReview(context, spot) : undefined;
		if (!former) throw error;
		return { former, title: pageTitle(context, former.spot) };
	}
	return {
		former: undefined,
		page,
		lines: page.isOpen ? [] : reviewInWords(context, page),
		title: pageTitle(context, page.title),
	};
}

export const action = ({ params, context }: ActionFunctionArgs) => takeReview(context, params.spot ?? "");

export const meta: MetaFunction<typeof loader> = ({ data }) => pageMeta(data);

export default function ReviewPage() {
	const data = useLoaderData<typeof loader>();
	return data.former ? <Former review={data.former} /> : <Review page={data.page} lines={data.lines} />;
}

function Former({ review }: { review: NonNullable<ReturnType<typeof formerReview>> }) {
	const { t } = useAllTexts();
	return (
		<ReviewFrame>
			<div className="console-form">
				<h1>{review.spot}</h1>
				<p className="banner">{review.why}</p>
				<h2>{t("review.mine")}</h2>
				<p>{review.state}</p>
				<ReviewInWords lines={review.lines} />
				<OwnComments link={review.ownComments} />
			</div>
		</ReviewFrame>
	);
}

type Shown = Extract<SerializeFrom<typeof loader>, { former: undefined }>;

function Review({ page, lines }: Pick<Shown, "page" | "lines">) {
	const failed = useActionData<typeof action>();
	const { t, locale } = useAllTexts();
	return (
		<ReviewFrame>
			<div className="console-form" data-review={JSON.stringify(reviewWords(t, locale))}>
				<ErrorSummary problems={failed?.problems ?? []} headline={failed?.headline} />
				<ReportText report={undefined} />
				<ReviewSteps page={page} />
				<h1 lang={langOf(page.title, locale)}>{page.title}</h1>
				<p className="lead">
					{page.spot} · {page.call} · {page.period} · <span data-part="state">{page.state}</span>
				</p>
				{page.redacted && <p className="hint">{page.redacted}</p>}
				{failed?.beside && (
					<section aria-labelledby="h-beside">
						<h2 id="h-beside">{failed.beside.title}</h2>
						<ReviewInWords lines={failed.beside.lines} />
					</section>
				)}
				{page.hasConflict ? (
					<Conflict page={page} />
				) : page.isOpen ? (
					<ReviewForm page={page} values={failed?.values ?? page.values} problems={failed?.problems ?? []}>
						<ReviewTexts rows={page.answers} />
						<ReviewHead page={page} />
					</ReviewForm>
				) : (
					<>
						<ReviewTexts rows={page.answers} />
						<ReviewHead page={page} />
						<p className="banner">{t(lines.length > 0 ? "review.isClosed" : "review.isOver")}</p>
						<ReviewInWords lines={lines} />
						<ConflictButton path={page.path} name="do.declare" label={t("review.declare")} />
					</>
				)}
				<div data-part="others">
					<EntryReviews reviews={page.others} />
				</div>
			</div>
		</ReviewFrame>
	);
}

/** What comes before one's own review. */
function ReviewHead({ page }: { page: Pick<ReturnType<typeof reviewPage>, "isEdited" | "earlier"> }) {
	const { t } = useAllTexts();
	return (
		<>
			<h2 id="h-review">{t("review.mine")}</h2>
			{page.isEdited && <p className="banner">{t("review.edited")}</p>}
			{page.earlier && <p className="banner">{page.earlier}</p>}
		</>
	);
}

function Conflict({ page }: { page: Pick<ReturnType<typeof reviewPage>, "path" | "canTakeBack" | "ownComments"> }) {
	const { t } = useAllTexts();
	return (
		<>
			<p className="banner">{t("review.hasConflict")}</p>
			<OwnComments link={page.ownComments} />
			{page.canTakeBack && <ConflictButton path={page.path} name="do.take-back" label={t("review.takeBack")} />}
		</>
	);
}

/** A form of its own that declares a conflict of interest, or takes that back. */
function ConflictButton({ path, name, label }: { path: string; name: string; label: string }) {
	return (
		<form method="post" action={path} noValidate>
			<FormToken />
			<button type="submit" name={name} value={label}>
				{label}
			</button>
		</form>
	);
}

function OwnComments({ link }: { link: { href: string; label: string } | undefined }) {
	return link ? (
		<p>
			<a href={link.href}>{link.label}</a>
		</p>
	) : null;
}
