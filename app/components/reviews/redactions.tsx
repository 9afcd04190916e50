import { useAllTexts } from "../../all-texts.ts";
import type { SentBack } from "../../handle.ts";
import type { redactionsPage } from "../../pages/redactions.server.ts";
import { Line, Prose } from "../calls/call-controls.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { langOf } from "../layout/text-language.ts";
import { Pagination } from "../lists/pagination.tsx";
import { type Column, Table } from "../lists/table.tsx";

type Page = Awaited<ReturnType<typeof redactionsPage>>;

/** The entries of a call whose texts still say whose they are, or are redacted. */
export function RedactionList({ page }: { page: Extract<Page, { view: "list" }> }) {
	const { t, locale } = useAllTexts();
	const columns: Column<(typeof page.entries)[number]>[] = [
		{
			label: t("assignments.entry"),
			head: true,
			cell: ({ title, here }) => (
				<a href={here} lang={langOf(title, locale)}>
					{title}
				</a>
			),
		},
		{ label: t("assignments.reference"), cell: ({ id }) => id },
		{
			label: t("redactions.words"),
			className: "text-cell",
			cell: ({ words }) => <span lang={langOf(words, locale)}>{words}</span>,
		},
		{ label: t("redactions.state"), className: "text-cell", cell: ({ state }) => state },
	];
	return (
		<>
			<h1>{t("redactions.title")}</h1>
			<p className="lead">{t("redactions.lead")}</p>
			{!page.isBlind && <p className="banner">{t("redactions.notBlind")}</p>}
			{page.unsearched > 0 && <p className="banner">{t("redactions.unsearched", { count: page.unsearched })}</p>}
			{page.entries.length === 0 ? (
				<p className="empty">{t("redactions.none")}</p>
			) : (
				<Table columns={columns} rows={page.entries} label={t("redactions.title")} />
			)}
			<Pagination page={page.page} pages={page.pages} pathOf={(number) => `${page.path}?page=${number}`} />
		</>
	);
}

/** The texts of an entry, each beside what its reviewers read instead. */
export function RedactionForm({
	page,
	failed,
}: {
	page: Extract<Page, { view: "entry" }>;
	failed: SentBack | undefined;
}) {
	const { t, locale } = useAllTexts();
	const typed = { values: failed?.values ?? page.values, problems: failed?.problems ?? [] };
	return (
		<>
			<h1>{t("redactions.entryTitle", { spot: page.spot })}</h1>
			<p className="lead" lang={langOf(page.title, locale)}>
				{page.title}
			</p>
			{!page.isBlind && <p className="banner">{t("redactions.notBlind")}</p>}
			{page.isProposed && !failed && <p className="banner">{t("redactions.proposed")}</p>}
			{page.propose && (
				<p>
					<a className="button" href={page.propose}>
						{t("redactions.propose")}
					</a>
				</p>
			)}
			<form method="post" action={`${page.here}#errors`} noValidate>
				<FormToken />
				<input type="hidden" name="seen" value={page.seen} />
				{page.fields.map(({ name, control, label, isLong, original, words, since, isEdited }) => (
					<section key={name} aria-labelledby={`h-${control}`}>
						<h2 id={`h-${control}`}>{label}</h2>
						{isEdited && <p className="banner">{t("redactions.edited")}</p>}
						<dl className="details">
							<div>
								<dt>{t("redactions.original")}</dt>
								<dd lang={langOf(original, locale)}>{original}</dd>
							</div>
							{words && (
								<div>
									<dt>{t("redactions.words")}</dt>
									<dd lang={langOf(words, locale)}>{words}</dd>
								</div>
							)}
							{since && (
								<div>
									<dt>{t("redactions.since")}</dt>
									<dd>{since}</dd>
								</div>
							)}
						</dl>
						<Answer
							{...typed}
							name={control}
							label={t("redactions.text", { label })}
							hint={t("redactions.textHint")}
							lang={langOf(original, locale)}
							isLong={isLong}
						/>
					</section>
				))}
				<p className="actions">
					<button className="primary" type="submit" name="do.save" value={t("redactions.save")}>
						{t("redactions.save")}
					</button>
				</p>
			</form>
		</>
	);
}

function Answer({ isLong, ...props }: Parameters<typeof Line>[0] & { isLong: boolean }) {
	return isLong ? <Prose {...props} rows={5} /> : <Line {...props} />;
}
