import type { EntryKind } from "../../kinds.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
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
			<Space />
			{!props.ticked && <WriteButton />}
		</SelectedRows>
	);
}

/** Without scripts: the people of the ticked rows are written to. With them the link above the list leads there. */
export function WriteButton() {
	const { t } = useTranslation();
	return (
		<button type="submit" name="do.write" value={t("bulk.write")}>
			{t("bulk.write")}
		</button>
	);
}

/** The link above a list to the page on which its people are written to: those of the ticked rows, or all. */
export function WriteLink({ all, ticked }: { all: { href: string; text: string }; ticked: Props["ticked"] }) {
	const { t } = useTranslation();
	const ids = [...(ticked ?? [])];
	if (ids.length === 0) return <a href={all.href}>{all.text}</a>;
	return <a href={[all.href, ...ids.map((id) => `ids=${id}`)].join("&")}>{t("bulk.write")}</a>;
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
