import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { type Column, Table } from "../components/lists/table.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { textsPage } from "../pages/mail-texts.server.ts";

/** The mails whose texts organisers may change. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { mails: textsPage(context), title: pageTitle(context, context.t("mailTexts.title")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function MailTextsPage() {
	const { mails } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	const columns: Column<(typeof mails)[number]>[] = [
		{ label: t("mailTexts.columns.name"), head: true, cell: ({ name, path }) => <a href={path}>{name}</a> },
		{ label: t("mailTexts.columns.when"), cell: ({ when }) => when },
		{ label: t("mailTexts.columns.to"), cell: ({ to }) => to },
		{ label: t("mailTexts.columns.state"), cell: ({ state }) => state },
	];
	return (
		<>
			<p>
				<a href="/admin/mail">← {t("admin.mail")}</a>
			</p>
			<h1>{t("mailTexts.title")}</h1>
			<p className="lead">{t("mailTexts.lead")}</p>
			<Table columns={columns} rows={mails} />
		</>
	);
}
