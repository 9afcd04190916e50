import { Link, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { useInBrowser } from "../../hooks/in-browser.ts";
import { useOpenDialog } from "../../hooks/open-dialog.ts";
import { useTranslation } from "../../translation.tsx";

/**
 * A dialog that has an address. Without scripts it is a page of its own with a way back to the list; with them it opens
 * over the list, keeps the focus inside, closes with Escape, and gives the focus back to what opened it.
 */
export function Modal(props: { title: string; back: string; open: boolean; children: ReactNode; list: ReactNode }) {
	const { title, back, open, children, list } = props;
	const { t } = useTranslation();
	const inBrowser = useInBrowser();
	if (open && !inBrowser) {
		return (
			<article>
				<p>
					<Link to={back}>← {t("admin.backToList")}</Link>
				</p>
				<h1>{title}</h1>
				{children}
			</article>
		);
	}
	// The list stays mounted while a dialog is open: the element that opened it must still exist when it closes.
	return (
		<>
			{list}
			{open && (
				<Dialog title={title} back={back}>
					{children}
				</Dialog>
			)}
		</>
	);
}

function Dialog({ title, back, children }: { title: string; back: string; children: ReactNode }) {
	const { t } = useTranslation();
	const navigate = useNavigate();
	const dialog = useOpenDialog(title);
	const leave = () => navigate(back, { preventScrollReset: true });
	return (
		<dialog ref={dialog} className="modal" aria-labelledby="modal-title" onClose={leave}>
			<header>
				<h2 id="modal-title">{title}</h2>
				<button type="button" onClick={() => dialog.current?.close()} aria-label={t("admin.close")}>
					×
				</button>
			</header>
			{children}
		</dialog>
	);
}
