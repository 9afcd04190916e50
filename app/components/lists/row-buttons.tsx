import type { EntryKind } from "../../kinds.ts";
import { useTranslation } from "../../translation.tsx";

interface Props {
	kind: EntryKind;
	/** Address of the list. */
	path: string;
	/** Undefined without scripts: the form then sends the ticked rows. */
	ticked: ReadonlySet<number> | undefined;
}

/** Leads to the page on which the people of the ticked rows are written to; of all in the list where none is ticked. */
export function WriteButton({ all, ticked }: { all: string; ticked: Props["ticked"] }) {
	const { t } = useTranslation();
	if (!ticked) {
		return (
			<button type="submit" name="do.write" value={t("bulk.write")}>
				{t("bulk.write")}
			</button>
		);
	}
	return (
		<a className="button" href={[all, ...[...ticked].map((id) => `ids=${id}`)].join("&")}>
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
