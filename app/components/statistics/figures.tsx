import { useAllTexts } from "../../all-texts.ts";
import type { statisticsPage } from "../../pages/statistics.server.ts";
import { Columns } from "../layout/bar-chart.tsx";
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
	return (
		<table className="figure-table">
			<thead>
				<tr>
					<th scope="col">{t(`statistics.columns.${name}`)}</th>
					<th scope="col">{t(isRate ? "statistics.columns.accepted" : "statistics.columns.count")}</th>
					{isRate && <th scope="col">{t("statistics.columns.whole")}</th>}
					<th scope="col">{t("statistics.columns.share")}</th>
				</tr>
			</thead>
			<tbody>
				{groups.map((group) => (
					<tr key={group.label}>
						<th scope="row">{group.label}</th>
						<td>{group.count}</td>
						{isRate && <td>{group.whole}</td>}
						<td>{group.share}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
