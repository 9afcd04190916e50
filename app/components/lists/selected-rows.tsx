import type { ReactNode } from "react";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	/** Label of the button that shows the actions where the bar would cover the rows. */
	unfold?: string;
	/** The list is narrow in every window, so the bar always has that button. */
	isNarrow?: boolean;
	children: ReactNode;
}

/** The bar of actions on ticked rows. Styles keep it in sight while a row is ticked; a script counts the ticks. */
export function SelectedRows({ unfold, isNarrow, children }: Props) {
	const { t } = useTranslation();
	return (
		<fieldset className={isNarrow ? "bulk-tools bulk-narrow" : "bulk-tools"} data-unfold={unfold}>
			<legend>
				<b>{t("bulk.title")}</b> <span role="status" data-selected={t("bulk.selected", { count: "#" })} />
			</legend>
			<Space />
			{children}
		</fieldset>
	);
}
