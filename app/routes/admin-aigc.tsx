import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ConsoleDetails } from "../components/console-details.tsx";
import { keptPage } from "../components/kept-page.ts";
import { listPath } from "../components/list-address.ts";
import { Modal } from "../components/modal.tsx";
import { useReportToast } from "../components/report.tsx";
import { useWorkColumns } from "../components/works.tsx";
import { MarkedTitle, type WorkRow, WorksConsole } from "../components/works-console.tsx";
import { pageTitle } from "../http.ts";
import { entryDetails, takeWorks, worksPage } from "../pages/works.server.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../programmes/aigc.ts";
import { useTranslation } from "../translation.tsx";

const BASE = "/admin/aigc";

/** The works of the showcase with everything that was answered. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	const search = new URL(request.url).searchParams;
	const list = worksPage(context, "aigc", search);
	const modal = entryDetails(context, "aigc", search);
	return { list, modal, title: pageTitle(t, brand, t(modal ? "works.detailsTitle" : "works.tab")) };
}

type Page = Awaited<ReturnType<typeof loader>>;
const kept = keptPage<Page>();

export const clientLoader = (args: ClientLoaderFunctionArgs) => kept.load(args);

export async function action({ request, context }: ActionFunctionArgs) {
	const result = await takeWorks(context, "aigc", new URL(request.url));
	if (result instanceof Response) return result as never;
	return data(result, { status: result.status });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function AigcPage() {
	const shown = useLoaderData<typeof loader>();
	const { list, modal } = shown;
	kept.useShown(shown);
	const report = useActionData<typeof action>();
	useReportToast(report);
	const { t } = useTranslation();
	const columns = useWorkColumns<WorkRow>((row) => <MarkedTitle row={row} />);
	const console = (
		<WorksConsole title={t("works.tab")} kind="aigc" base={BASE} page={list} columns={columns} report={report}>
			<label>
				{t("admin.track")}{" "}
				<select name="spotlightTrack" defaultValue={list.track}>
					<option value="">{t("admin.all")}</option>
					<option value={APPLIED_TRACK}>{t("works.applied")}</option>
					<option value={ARTISTIC_TRACK}>{t("works.artistic")}</option>
				</select>
			</label>
		</WorksConsole>
	);
	return (
		<Modal title={t("works.detailsTitle")} back={listPath(BASE, list.state)} open={modal !== undefined} list={console}>
			{modal && <ConsoleDetails details={modal} />}
		</Modal>
	);
}
