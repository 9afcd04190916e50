import type { ReactNode } from "react";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	/** Label of the button that shows what is here, where it would cover the rows. */
	unfold?: string;
	/** It would cover them however wide the window is. */
	isNarrow?: boolean;
	children: ReactNode;
}

/** What can be done with the ticked rows of a list. Styles keep it in sight while there are any; a script counts them. */
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
