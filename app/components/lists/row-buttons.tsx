import { useTranslation } from "../../translation.tsx";

/** Leads to the page on which the people of the ticked rows are written to; of all in the list where none is ticked. */
export function WriteButton() {
	const { t } = useTranslation();
	return (
		<button type="submit" name="do.write" value={t("bulk.write")}>
			{t("bulk.write")}
		</button>
	);
}

/** The ticked rows as a file, else every row of the list's filters. */
export function CsvButton() {
	const { t } = useTranslation();
	return (
		<button type="submit" name="do.csv" value={t("admin.csv")} data-file="" data-always="">
			{t("admin.csv")}
		</button>
	);
}
