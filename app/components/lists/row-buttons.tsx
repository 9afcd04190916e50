import type { EntryKind } from "../../kinds.ts";
import { useTranslation } from "../../translation.tsx";
import { SelectedRows } from "./selected-rows.tsx";

interface Props {
	kind: EntryKind;
	/** Address of the list. */
	path: string;
	/** Undefined without scripts: the form then sends the ticked rows. */
	ticked: ReadonlySet<number> | undefined;
}

/** What can be done with the rows of a list that has no bulk actions. */
export function CsvTools(props: Props) {
	return (
		<SelectedRows ticked={props.ticked}>
			<CsvButton {...props} />
			<WriteButton {...props} />
		</SelectedRows>
	);
}

/** The people of the ticked rows are written to. Without a tick, a link above the list is for all of them. */
export function WriteButton({ kind, path, ticked }: Props) {
	const { t } = useTranslation();
	if (!ticked) {
		return (
			<button type="submit" name="do.write" value={t("bulk.write")}>
				{t("bulk.write")}
			</button>
		);
	}
	if (ticked.size === 0) return null;
	const search = new URLSearchParams(path.split("?")[1]);
	search.set("of", kind);
	for (const id of ticked) search.append("ids", String(id));
	return (
		<a className="button" href={`/admin/mail/broadcasts?${search}`}>
			{t("bulk.write")}
		</a>
	);
}

/** The ticked rows as a file, else every row of the list's filters. */
export function CsvButton({ kind, path, ticked }: Props) {
	const { t } = useTranslation();
	if (!ticked) {
		return (
			<button type="submit" name="do.csv" value={t("admin.csv")}>
				{t("admin.csv")}
			</button>
		);
	}
	const search = new URLSearchParams(path.split("?")[1]);
	search.delete("page");
	for (const id of ticked) search.append("ids", String(id));
	return (
		<a className="button" href={`/admin/export/${kind}?${search}`}>
			{t("admin.csv")}
		</a>
	);
}
