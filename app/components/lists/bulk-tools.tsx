import { useEffect, useState } from "react";
import {
	type BulkActionName,
	type BulkChoices,
	bulkAction,
	bulkActionsOf,
	bulkButton,
	bulkChoice,
} from "../../bulk-actions.ts";
import { KEYWORDS } from "../../enumerations.ts";
import type { Ticks } from "../../hooks/ticks.ts";
import type { EntryKind } from "../../kinds.ts";
import { settable } from "../../lifecycle.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { proposalsPage } from "../../pages/proposals.server.ts";
import { UNSELECTED_TRACK } from "../../programmes/answers.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { CsvButton, WriteButton } from "./row-buttons.tsx";
import { SelectedRows } from "./selected-rows.tsx";

type Page = ReturnType<typeof proposalsPage>;

interface Props {
	kind: EntryKind;
	list: Pick<Page, "total" | "write"> & { rows: readonly unknown[]; tracks?: Page["tracks"] };
	ticks: Ticks;
	/** Of the last action; a refused one has its choices. */
	report: Report | undefined;
	path: string;
	/** In the narrow list beside an entry that is read, changes are folded: they would cover the list. */
	beside?: boolean;
}

/** No row in particular: a file then has all that match, and all of their people are written to. */
const NONE: ReadonlySet<number> = new Set();

/** Bulk actions on the ticked rows. */
export function BulkTools({ kind, list, ticks, report, path, beside = false }: Props) {
	const { tracks = [], total, rows, write } = list;
	const { t } = useTranslation();
	const [isOpen, setIsOpen] = useState(false);
	const { ticked, isAll, tickAll } = ticks;
	const isIdle = ticked?.size === 0;
	const isUnfolded = !isIdle && (!beside || !ticked || isOpen);
	// It was done for all that matched.
	useEffect(() => {
		if (report && !report.wrong) tickAll(false);
	}, [report, tickAll]);
	const offered: Offered = {
		statuses: settable("organiser").map((status) => ({ id: status, label: t(`status.${status}`) })),
		tracks,
		panelists: tracks.filter(({ id }) => id !== UNSELECTED_TRACK),
		keywords: KEYWORDS.map((keyword) => ({ id: keyword, label: keyword })),
	};
	return (
		<SelectedRows ticked={ticked} count={isAll ? total : undefined}>
			{ticked && !isIdle && (
				// Where rows are cards it would cover them: the rest is folded.
				<button
					type="button"
					className={beside ? undefined : "as-cards"}
					aria-expanded={isOpen}
					onClick={() => setIsOpen(!isOpen)}
				>
					{t("tracks.actions")}
				</button>
			)}
			{isUnfolded && total > rows.length && (
				<label className="tick">
					<input
						type="checkbox"
						name="matching"
						value={total}
						checked={ticked && isAll}
						onChange={ticked && ((event) => tickAll(event.currentTarget.checked))}
					/>
					{t("bulk.matching", { count: total })}
				</label>
			)}
			{isUnfolded &&
				bulkActionsOf(kind).map((name) => (
					<BulkAction key={name} name={name} chosen={report?.kept?.bulk[name]} offered={offered} />
				))}
			<CsvButton kind={kind} path={path} ticked={isAll ? NONE : ticked} />
			<Space />
			{!isIdle && <WriteButton all={write.href} ticked={isAll ? NONE : ticked} />}
		</SelectedRows>
	);
}

/** The last bulk change, while it can be undone. */
export function LastBulk({ batch }: Pick<Page, "batch">) {
	const { t } = useTranslation();
	if (!batch) return null;
	return (
		<p className="hint">
			{batch.said} <input type="hidden" name="batch" value={batch.batch} />
			<button type="submit" className="button-link" name="do.undo" value={t("bulk.undo")}>
				{t("bulk.undo")}
			</button>
		</p>
	);
}

/** Leads to the entries that were removed as spam, if there are any. */
export function RemovedLink({ removed }: Pick<Page, "removed">) {
	return removed ? (
		<p>
			<a href={removed.href}>{removed.text}</a>
		</p>
	) : null;
}

type Offered = Record<keyof BulkChoices, readonly { id: string; label: string }[]>;

/** The button of an action, with its choices, if any. */
function BulkAction({
	name,
	chosen,
	offered,
}: {
	name: BulkActionName;
	chosen?: string | undefined;
	offered: Offered;
}) {
	const { t } = useTranslation();
	const { from, removes } = bulkAction(name);
	const label = t(`bulk.${name}`);
	const apply = t(`bulk.apply.${name}`);
	if (!from) {
		return (
			<div>
				<button className={removes && "danger"} type="submit" name={bulkButton(name)} value={label}>
					{label}
				</button>
			</div>
		);
	}
	return (
		<div>
			<label>
				{label}{" "}
				<select name={bulkChoice(name)} defaultValue={chosen ?? ""}>
					<option value="">{t("bulk.choose")}</option>
					{offered[from].map((option) => (
						<option key={option.id} value={option.id}>
							{option.label}
						</option>
					))}
				</select>
			</label>
			<button type="submit" name={bulkButton(name)} value={apply}>
				{apply}
			</button>
		</div>
	);
}
