import { useAllTexts } from "../../all-texts.ts";
import type { assignmentsPage } from "../../pages/assignments.server.ts";
import { MOST_FOR_REVIEWER } from "../../reviews/assigning.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError, TextField } from "../forms/text-field.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { Pagination } from "../lists/pagination.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { MailNotice } from "../mails/mail-notice.tsx";

type Page = Extract<Awaited<ReturnType<typeof assignmentsPage>>, { view: "whole" }>;

/** Who reviews which entry of a call, how far they are, and ways to assign more. */
export function Assignments({ page }: { page: Page }) {
	const { t, locale } = useAllTexts();
	const { path, entries, isReviewed, isAnyAssigned, who } = page;
	const columns: Column<Page["entries"][number]>[] = [
		{
			label: t("assignments.entry"),
			head: true,
			cell: ({ title, path: own }) =>
				own ? (
					<a href={own} lang={langOf(title, locale)}>
						{title}
					</a>
				) : (
					<span lang={langOf(title, locale)}>{title}</span>
				),
		},
		{ label: t("assignments.reference"), cell: ({ id }) => id },
		{ label: t("assignments.track"), className: "text-cell", cell: ({ track }) => track },
		{
			label: t("assignments.reviewers"),
			className: "text-cell",
			cell: ({ reviewers }) =>
				reviewers.map((reviewer) => (
					<div key={reviewer}>
						<Addresses text={reviewer} />
					</div>
				)),
		},
		{ label: t("assignments.assigned"), className: "amount-cell", cell: ({ assigned }) => assigned },
	];
	return (
		<>
			<h1>{t("assignments.pageTitle", { call: page.call })}</h1>
			<p className="lead">
				{t("assignments.lead")}
				<SentenceSpace />
				<a href={page.conflicts}>{t("reviewConflicts.title")}</a>
				{isReviewed && (
					<>
						{" · "}
						<a href={page.redactions}>{t("redactions.title")}</a>
					</>
				)}
			</p>
			{isReviewed && !isAnyAssigned && who.length > 0 && <p className="banner">{t("assignments.noneAssigned")}</p>}
			{!isReviewed || who.length === 0 ? (
				<p className="empty">{t(isReviewed ? "assignments.noReviewers" : "assignments.notReviewed")}</p>
			) : (
				<>
					<h2 id="h-reviewers">{t("assignments.reviewers")}</h2>
					{page.reviewers.length > 0 ? (
						<ReviewerTable page={page} />
					) : (
						<p className="empty">{t("assignments.noReviewers")}</p>
					)}
					<h2 id="h-make">{t("assignments.make")}</h2>
					<MakeForm page={page} />
				</>
			)}
			<h2 id="entries">{t("assignments.entries")}</h2>
			{page.canRemove && (
				<p>
					<a href={`${path}?remove=open`}>{t("assignments.removeOpen")}</a>
				</p>
			)}
			{entries.length === 0 ? (
				<p className="empty">{t("assignments.noEntries")}</p>
			) : (
				<Table columns={columns} rows={entries} label={t("assignments.entries")} />
			)}
			<Pagination page={page.page} pages={page.pages} pathOf={(number) => `${path}?page=${number}#entries`} />
		</>
	);
}

function ReviewerTable({ page }: { page: Page }) {
	const { t } = useAllTexts();
	const columns: Column<Page["reviewers"][number]>[] = [
		{
			label: t("assignments.reviewer"),
			head: true,
			cell: ({ name, note }) => (
				<>
					<Addresses text={name} />
					{note && <div className="hint">{note}</div>}
				</>
			),
		},
		{ label: t("assignments.done"), className: "amount-cell", cell: ({ done }) => done },
		{ label: t("assignments.last"), cell: ({ last }) => last },
		{ label: t("assignments.mean"), className: "amount-cell", cell: ({ mean }) => mean },
		{ label: t("assignments.spread"), className: "amount-cell", cell: ({ spread }) => spread },
		{
			label: t("assignments.change"),
			unlabelled: true,
			cell: ({ id, name, canRemind, remove }) => (
				<>
					{canRemind && (
						<button
							className="button"
							type="submit"
							name="do.remind"
							value={id}
							aria-label={t("assignments.remindOf", { name })}
						>
							{t("assignments.remind")}
						</button>
					)}
					<Space />
					{remove && (
						<a className="button" href={remove} aria-label={t("assignments.removeOf", { name })}>
							{t("assignments.removeThese")}
						</a>
					)}
				</>
			),
		},
	];
	return (
		<form method="post" action={page.path} aria-labelledby="h-reviewers" noValidate>
			<FormToken />
			<Table columns={columns} rows={page.reviewers} label={t("assignments.reviewers")} />
			<p className="hint">{t("assignments.points")}</p>
			<p>
				<button type="submit" name="do.remind" value="all">
					{t("assignments.remindAll")}
				</button>
				<Space />
				<span className="hint">{t("assignments.remindHint")}</span>
			</p>
			<MailNotice beside />
		</form>
	);
}

function MakeForm({ page }: { page: Page }) {
	const { t } = useAllTexts();
	const message = page.problem && t(`assignments.${page.problem}`, { max: MOST_FOR_REVIEWER });
	const ticks = page.problem === "noTicks" ? message : undefined;
	const problems = page.problem === "badMost" && message ? [{ field: "most", message }] : [];
	return (
		<form method="get" action={`${page.path}#h-make`} aria-labelledby="h-make" className="console-form" noValidate>
			<p className="hint">
				{t("assignments.panelHint")}
				<SentenceSpace />
				{t("assignments.makeHint")}
			</p>
			<fieldset className={ticks ? "field wrong" : "field"} aria-describedby={ticks ? "f-with-error" : undefined}>
				<legend>{t("assignments.who")}</legend>
				<FieldError id="f-with" problem={ticks} />
				<div className="options options-inline">
					{page.who.map(({ id, name, isTicked }) => (
						<span key={id}>
							<input type="checkbox" id={`f-with-${id}`} name="with" value={id} defaultChecked={isTicked} />
							<label htmlFor={`f-with-${id}`}>
								<Addresses text={name} />
							</label>{" "}
						</span>
					))}
				</div>
			</fieldset>
			<TextField
				name="most"
				type="text"
				inputMode="numeric"
				label={t("assignments.most")}
				hint={t("assignments.mostHint")}
				value={page.most}
				problems={problems}
			/>
			<div className="actions">
				<button type="submit" className="primary" name="way" value="balance">
					{t("assignments.byBalance")}
				</button>
				<Space />
				<button type="submit" name="way" value="panel">
					{t("assignments.byPanel")}
				</button>
			</div>
		</form>
	);
}
