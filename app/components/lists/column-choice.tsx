import { Form } from "@remix-run/react";
import { COLUMNS_ALWAYS, TALK_COLUMNS, type TalkColumn } from "../../enumerations.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { KeptInAddress } from "./list-filters.tsx";

interface Props {
	base: string;
	state: Readonly<Record<string, string | number>> & { cols: string };
	labels: Readonly<Record<TalkColumn, string>>;
}

/** Chooses the columns of the list of talks. The choice is part of the address, so it can be shared as a link. */
export function ColumnChoice({ base, state, labels }: Props) {
	const { t } = useTranslation();
	const { cols, page: _, ...others } = state;
	const shown = cols === "" ? TALK_COLUMNS : cols.split(".");
	return (
		<details className="column-choice">
			<summary>{t("admin.columns")}</summary>
			<Form method="get" action={base} noValidate>
				<KeptInAddress base={base} state={others} />
				{/* Marks the choice as made, even if nothing is ticked. */}
				<input type="hidden" name="cols" value={COLUMNS_ALWAYS.join(".")} />
				{TALK_COLUMNS.filter((column) => !COLUMNS_ALWAYS.includes(column)).map((column) => (
					<label key={column} className="tick">
						<input type="checkbox" name="cols" value={column} defaultChecked={shown.includes(column)} />
						{labels[column]}
					</label>
				))}
				<Space />
				<button type="submit">{t("admin.show")}</button>
			</Form>
		</details>
	);
}
