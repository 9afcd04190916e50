import type { ReactNode } from "react";
import type { Ticks } from "../../hooks/ticks.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";

interface Props extends Pick<Ticks, "ticked"> {
	/** How many rows are meant, where that is not how many are ticked. */
	count?: number | undefined;
	/** The page has no React in the browser: styles show what is here, and an island counts the ticked rows. */
	stays?: true;
	children: ReactNode;
}

/** What can be done with the ticked rows of a list. With scripts it stays in sight while there are any. */
export function SelectedRows({ ticked, count, stays, children }: Props) {
	const { t } = useTranslation();
	const state = ticked?.size === 0 ? "bulk-idle" : ticked ? "bulk-sticky" : stays ? "bulk-stays" : "";
	return (
		<fieldset className={`bulk-tools ${state}`}>
			<legend>
				<b>{t("bulk.title")}</b>{" "}
				{ticked && <span role="status">{t("bulk.selected", { count: count ?? ticked.size })}</span>}
				{stays && <span role="status" data-selected={t("bulk.selected", { count: "#" })} />}
			</legend>
			<Space />
			{children}
		</fieldset>
	);
}
