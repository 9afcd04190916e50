import { useAllTexts } from "../../all-texts.ts";

/** The address of a page, to be copied; the island of the schedule adds a button that does. */
export function ShareLink({ address }: { address: string }) {
	const { t } = useAllTexts();
	return (
		<div className="share-link" data-copy={t("publicSchedule.copy")} data-copied={t("publicSchedule.copied")}>
			<label htmlFor="address">{t("publicSchedule.link")}</label>{" "}
			<input id="address" value={address} size={address.length} readOnly />
		</div>
	);
}
