import { useAllTexts } from "../../all-texts.ts";
import type { assignmentsPage } from "../../pages/assignments.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { langOf } from "../layout/text-language.ts";
import { Pagination } from "../lists/pagination.tsx";
import { type Column, Table } from "../lists/table.tsx";

type Page = Extract<Awaited<ReturnType<typeof assignmentsPage>>, { view: "proposal" }>;

/** What would be assigned, and what could not be met and why. */
export function AssignmentProposal({ page }: { page: Page }) {
	const { t, locale } = useAllTexts();
	const { path, query, failed, entries } = page;
	const ofReviewers: Column<Page["loads"][number]>[] = [
		{ label: t("assignments.reviewer"), head: true, cell: ({ name }) => name },
		{ label: t("assignments.before"), className: "amount-cell", cell: ({ before }) => before },
		{ label: t("assignments.added"), className: "amount-cell", cell: ({ added }) => added },
		{ label: t("assignments.after"), className: "amount-cell", cell: ({ after }) => after },
	];
	const ofEntries: Column<Page["entries"][number]>[] = [
		{
			label: t("assignments.entry"),
			head: true,
			cell: ({ title }) => <span lang={langOf(title, locale)}>{title}</span>,
		},
		{ label: t("assignments.reference"), cell: ({ id }) => id },
		{ label: t("assignments.before"), className: "text-cell", cell: ({ now }) => now },
		{ label: t("assignments.added"), className: "text-cell", cell: ({ added }) => added },
		{
			label: t("assignments.unmet"),
			className: "text-cell",
			cell: ({ unmet }) => unmet.map((line) => <div key={line}>{line}</div>),
		},
	];
	return (
		<>
			<h1>{page.heading}</h1>
			{failed ? (
				<p className="banner wrong">{failed}</p>
			) : (
				<>
					{page.lines.map((line) => (
						<p key={line}>{line}</p>
					))}
					{page.canApply && (
						<form method="post" action={`${path}?${query}`} noValidate>
							<FormToken />
							<input type="hidden" name="seen" value={page.seen} />
							<p>
								<button className="primary" type="submit" name="do.apply" value={t("assignments.applyButton")}>
									{t("assignments.applyButton")}
								</button>
							</p>
						</form>
					)}
					{page.loads.length > 0 && (
						<>
							<h2>{t("assignments.reviewers")}</h2>
							<Table columns={ofReviewers} rows={page.loads} label={t("assignments.reviewers")} />
						</>
					)}
					{entries.length > 0 && (
						<>
							<h2>{t("assignments.entries")}</h2>
							<Table columns={ofEntries} rows={entries} label={t("assignments.entries")} />
							<Pagination page={page.page} pages={page.pages} pathOf={(number) => `${path}?${query}&page=${number}`} />
						</>
					)}
				</>
			)}
		</>
	);
}
