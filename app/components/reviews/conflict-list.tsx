import { useAllTexts } from "../../all-texts.ts";
import type { ShownPair } from "../../pages/review-conflicts.server.ts";
import { marks } from "../../programmes/marks.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { type Column, Table } from "../lists/table.tsx";

interface Props {
	of: "suggested" | "standing" | "dismissed";
	path: string;
	rows: readonly ShownPair[];
	/** How many more there are; "" for none. */
	more: string;
	/** What can be said of the ticked ones. */
	can: readonly ("confirm" | "dismiss")[];
}

/** Reviewers and entries of one sort, to tick and decide on. */
export function ConflictList({ of, path, rows, more, can }: Props) {
	const { t, locale } = useAllTexts();
	const columns: Column<ShownPair>[] = [
		{ label: t("assignments.reviewer"), head: true, cell: ({ reviewer }) => <Addresses text={reviewer} /> },
		{
			label: t("assignments.entry"),
			className: "text-cell",
			cell: ({ title }) => <span lang={langOf(title, locale)}>{title}</span>,
		},
		{ label: t("assignments.reference"), cell: ({ spot }) => spot },
		...(of === "dismissed"
			? []
			: [
					{
						label: t("reviewConflicts.why"),
						className: "text-cell",
						cell: ({ why, about }: ShownPair) => (
							<>
								{why}
								{about && (
									<>
										{marks[locale].colon}
										<span lang={langOf(about, locale)}>{about}</span>
									</>
								)}
							</>
						),
					},
				]),
		...(of === "suggested"
			? []
			: [
					{ label: t("reviewConflicts.since"), cell: ({ since }: ShownPair) => since },
					{ label: t("reviewConflicts.by"), cell: ({ by }: ShownPair) => by },
				]),
	];
	return (
		<>
			<h2 id={`h-${of}`}>{t(`reviewConflicts.${of}`)}</h2>
			{of === "suggested" && <p className="hint">{t("reviewConflicts.suggestedHint")}</p>}
			{rows.length === 0 ? (
				<p className="empty">{t("reviewConflicts.none")}</p>
			) : (
				<form method="post" action={path} aria-labelledby={`h-${of}`} noValidate>
					<FormToken />
					<Table
						label={t(`reviewConflicts.${of}`)}
						columns={columns}
						rows={rows}
						boxes={{
							heading: <td className="tick-cell" />,
							cell: ({ id, reviewer, spot, isFixed }) => (
								<td className="tick-cell">
									{!isFixed && (
										<input
											type="checkbox"
											name="pair"
											value={id}
											aria-label={t("reviewConflicts.tick", { reviewer, spot })}
										/>
									)}
								</td>
							),
						}}
					/>
					{more && <p className="hint">{more}</p>}
					<p className="actions">
						{rows.some(({ isFixed }) => !isFixed) &&
							can.map((what) => (
								<span key={what}>
									<button type="submit" name={`do.${what}`} value={t(`reviewConflicts.${what}`)}>
										{t(`reviewConflicts.${what}`)}
									</button>
									<Space />
								</span>
							))}
					</p>
				</form>
			)}
		</>
	);
}
