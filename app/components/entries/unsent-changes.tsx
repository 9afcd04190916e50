import { useAllTexts } from "../../all-texts.ts";

/** Says that changes of an entry are still a draft, and leads to the form with them. */
export function UnsentChanges({ since, form }: { since: string | undefined; form: string | undefined }) {
	const { t } = useAllTexts();
	if (since === undefined || form === undefined) return null;
	return (
		<p className="banner">
			{t("entry.unsent", { time: since })} <a href={form}>{t("entry.unsentShow")}</a>
		</p>
	);
}
