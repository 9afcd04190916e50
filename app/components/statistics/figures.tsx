import { useAllTexts } from "../../all-texts.ts";
import type { statisticsPage } from "../../pages/statistics.server.ts";
import { Columns } from "../layout/bar-chart.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { BarPicture } from "./bar-picture.tsx";

type Shown = ReturnType<typeof statisticsPage>["sections"][number];

/** The figures of one subject: a picture, and the table with all of them. */
export function Figures({ section }: { section: Shown }) {
	const { t } = useAllTexts();
	const { title, notes, rows, columns } = section;
	const label = t("statistics.chart", { title });
	return (
		<section className={columns ? "figures figures-wide" : "figures"}>
			<h2>{title}</h2>
			{columns ? (
				<>
					<Columns bars={columns} label={label} />
					<details>
						<summary>{t("statistics.asTable")}</summary>
						<FigureTable section={section} />
					</details>
				</>
			) : (
				<>
					<BarPicture rows={rows} label={label} />
					<FigureTable section={section} />
				</>
			)}
			{notes.map((note) => (
				<p key={note} className="hint">
					{note}
				</p>
			))}
		</section>
	);
}

function FigureTable({ section: { name, groups, isRate } }: { section: Shown }) {
	const { t } = useAllTexts();
	const columns: Column<(typeof groups)[number]>[] = [
		{ label: t(`statistics.columns.${name}`), head: true, cell: ({ label }) => label },
		{ label: t(isRate ? "statistics.columns.accepted" : "statistics.columns.count"), cell: ({ count }) => count },
		...(isRate ? [{ label: t("statistics.columns.whole"), cell: ({ whole }: (typeof groups)[number]) => whole }] : []),
		{ label: t("statistics.columns.share"), cell: ({ share }) => share },
	];
	return <Table rows={groups} columns={columns} className="figure-table" fits />;
}
