import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { TalkColumn } from "../../enumerations.ts";
import type { HeldRow } from "../../hooks/held-rows.ts";
import { useInBrowser } from "../../hooks/in-browser.ts";
import type { RowSaves } from "../../hooks/row-saves.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import type { ListState } from "../../schemas/listing.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { LastBulk } from "./bulk-tools.tsx";
import { ListTable } from "./list-table.tsx";
import { listPath } from "./list-url.ts";
import { proposalColumns } from "./proposal-columns.tsx";
import { SaveChanges } from "./save-changes.tsx";

type Page = ReturnType<typeof proposalsPage>;
export type ProposalRow = HeldRow<Page["rows"][number]>;

interface Props {
	rows: readonly ProposalRow[];
	tracks: Page["tracks"];
	state: ListState;
	/** Address of the list. */
	path: string;
	saves: RowSaves;
	ticks: Ticks;
	labels: Readonly<Record<TalkColumn, string>>;
	finding: Page["finding"];
	/** What came back with a refused form. */
	kept: Report["kept"];
	batch: Page["batch"];
	/** What can be done with several rows. */
	tools: ReactNode;
}

/**
 * One form around the whole table: its first button saves every changed row, the button in a row saves that row. With
 * scripts a choice saves itself and the buttons are not needed.
 */
export function ProposalTable({ rows, tracks, state, path, saves, ticks, labels, finding, kept, batch, tools }: Props) {
	const { t, locale } = useTranslation();
	const inBrowser = useInBrowser();
	const columns = proposalColumns({
		t,
		locale,
		tracks,
		path,
		saves,
		labels,
		query: state.q,
		withButton: !inBrowser,
		// With scripts they are saved in another way.
		unsaved: inBrowser ? [] : (kept?.rows ?? []),
	});
	const pathOf = (sort: string) => listPath("/admin/proposals", { ...state, sort, page: 1 });
	return (
		<Form method="post" action={path} preventScrollReset noValidate>
			<FormToken />
			<SaveChanges rows={rows} />
			<LastBulk batch={batch} />
			<ListTable
				label={t("admin.proposals")}
				rows={rows}
				columns={columns.filter(({ key }) => state.cols === "" || state.cols.split(".").includes(key))}
				order={{ sort: state.sort, pathOf }}
				ticks={ticks}
				finding={finding}
			/>
			{tools}
		</Form>
	);
}
