import {
	type BulkActionName,
	type BulkChoices,
	bulkAction,
	bulkActionsOf,
	bulkButton,
	bulkChoice,
} from "../../bulk-actions.ts";
import { KEYWORDS } from "../../enumerations.ts";
import type { EntryKind } from "../../kinds.ts";
import { settable } from "../../lifecycle.ts";
import type { lastBulk } from "../../pages/bulk-changes.server.ts";
import type { Report } from "../../pages/proposal-actions.server.ts";
import type { removedLink } from "../../pages/spam.server.ts";
import { UNSELECTED_TRACK } from "../../programmes/answers.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { CsvButton, WriteButton } from "./row-buttons.tsx";
import { SelectedRows } from "./selected-rows.tsx";

interface Props {
	kind: EntryKind;
	list: { total: number; rows: readonly unknown[] };
	tracks?: readonly { id: string; label: string }[];
	/** Of the last action; a refused one has its choices. */
	report: Report | undefined;
	/** In the narrow list beside an entry that is read, changes are folded: they would cover the list. */
	beside?: boolean;
}

/** Bulk actions on the ticked rows. */
export function BulkTools({ kind, list, tracks = [], report, beside = false }: Props) {
	const { total, rows } = list;
	const { t } = useTranslation();
	const offered: Offered = {
		statuses: settable("organiser").map((status) => ({ id: status, label: t(`status.${status}`) })),
		tracks,
		panelists: tracks.filter(({ id }) => id !== UNSELECTED_TRACK),
		keywords: KEYWORDS.map((keyword) => ({ id: keyword, label: keyword })),
	};
	return (
		<SelectedRows unfold={t("tracks.actions")} isNarrow={beside}>
			{total > rows.length && (
				<label className="tick">
					<input type="checkbox" name="matching" value={total} />
					{t("bulk.matching", { count: total })}
				</label>
			)}
			{bulkActionsOf(kind).map((name) => (
				<BulkAction key={name} name={name} chosen={report?.kept?.bulk[name]} offered={offered} />
			))}
			<CsvButton />
			<Space />
			<WriteButton />
		</SelectedRows>
	);
}

/** The last bulk change, while it can be undone. */
export function LastBulk({ batch }: { batch: ReturnType<typeof lastBulk> }) {
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
export function RemovedLink({ removed }: { removed: ReturnType<typeof removedLink> }) {
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
	const { from, removes, unsaved } = bulkAction(name);
	const offline = t(unsaved, { message: t("site.offline") });
	const label = t(`bulk.${name}`);
	const apply = t(`bulk.apply.${name}`);
	if (!from) {
		return (
			<div>
				<button
					className={removes && "danger"}
					type="submit"
					name={bulkButton(name)}
					value={label}
					data-offline={offline}
				>
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
			<button type="submit" name={bulkButton(name)} value={apply} data-offline={offline}>
				{apply}
			</button>
		</div>
	);
}
