import { useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { useOpenDialog } from "../../hooks/open-dialog.ts";
import { useTranslation } from "../../translation.tsx";

interface Props {
	/** Address of the list behind the dialog. */
	back: string;
	/** The page that the entry was opened from, if that is not the list. */
	from: string | undefined;
	/** The entry. */
	children: ReactNode;
}

/** An entry that is read over its list, where there is no room beside it. Its keys work as they do beside the list. */
export function ReadingDialog({ back, from, children }: Props) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const dialog = useOpenDialog("entry", "#reading-title");
	const leave = () => (from === undefined ? navigate(back, { preventScrollReset: true }) : location.assign(from));
	return (
		<dialog ref={dialog} className="modal reading-dialog" aria-labelledby="reading-title" onClose={leave}>
			<button
				type="button"
				className="dialog-close"
				onClick={() => dialog.current?.close()}
				aria-label={t("admin.close")}
			>
				×
			</button>
			{children}
		</dialog>
	);
}
