import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Move, Reorder } from "../components/calls/call-sections.tsx";
import { PromotionForm } from "../components/decisions/promotion-form.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Space } from "../components/layout/space.tsx";
import { type Column, Table } from "../components/lists/table.tsx";
import { ORDER_BY_SCORE } from "../enumerations.ts";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { takeWaiting, WAITING_LISTS, waitingPage } from "../pages/waiting.server.ts";

/** Who waits for a place in each track, in the order of organisers. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = waitingPage(context, new URL(request.url).searchParams);
	return { ...page, path: WAITING_LISTS, title: pageTitle(context, context.t("waiting.title")) };
}

export const action = ({ context }: ActionFunctionArgs) => takeWaiting(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

type Waiting = ReturnType<typeof waitingPage>["lists"][number]["entries"][number];

export default function WaitingPage() {
	const { lists, withoutTrack, promotion, path } = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	if (promotion) return <PromotionForm promotion={promotion} report={report} back={path} />;
	const columns: Column<Waiting>[] = [
		{ label: t("waiting.place"), className: "amount-cell", cell: ({ place }) => place },
		{
			label: t("admin.talk"),
			head: true,
			cell: ({ id, title, details, isAlone }) => (
				<a href={details} data-drag={isAlone ? undefined : "call"} data-name={id}>
					{title}
				</a>
			),
		},
		{ label: t("admin.speaker"), className: "text-cell", cell: ({ name }) => name },
		{
			label: t("callPage.order"),
			className: "move-cell",
			cell: ({ id, title, place, isLast, isAlone }) =>
				isAlone ? undefined : (
					<>
						<Move of="up" name={String(id)} label={title} isOff={place === 1} />
						<Space />
						<Move of="down" name={String(id)} label={title} isOff={isLast} />
					</>
				),
		},
		{
			label: t("waiting.promotion"),
			cell: ({ title, promote }) => (
				<a className="button" href={promote} aria-label={t("waiting.promoteOf", { title })}>
					{t("waiting.promote")}
				</a>
			),
		},
	];
	const fieldsets = lists.map(({ trackId, track, counts, free, canOrderByScore, entries, more }) => (
		<fieldset key={trackId} className="field">
			<legend>
				<h2>{track}</h2>
			</legend>
			<p>
				{counts || <a href={withoutTrack}>{t("waiting.needTrack")}</a>}
				{free && (
					<>
						<Space />
						<strong>{free}</strong>
					</>
				)}
			</p>
			<Table columns={columns} rows={entries} />
			{canOrderByScore && (
				<p className="actions">
					<button type="submit" name={ORDER_BY_SCORE} value={trackId}>
						{t("waiting.byScore")}
					</button>
				</p>
			)}
			{more > 0 && <p className="hint">{t("waiting.more", { count: more })}</p>}
		</fieldset>
	));
	return (
		<>
			{/* What was done before, or why nothing was, is replaced with the lists. */}
			<Reorder path={path}>
				<ReportText report={report} />
				<p>
					<a href="/admin/decisions">← {t("decisions.title")}</a>
				</p>
				<h1>{t("waiting.title")}</h1>
				<p className="lead">{t("waiting.lead")}</p>
				{lists.length === 0 && <p className="empty">{t("waiting.none")}</p>}
				{/* Lists of one talk have no buttons. */}
				{lists.some(({ entries }) => entries.length > 1) ? (
					<form method="post" action={path} noValidate>
						<FormToken />
						{fieldsets}
					</form>
				) : (
					fieldsets
				)}
			</Reorder>
		</>
	);
}
