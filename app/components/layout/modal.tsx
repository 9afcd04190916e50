import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useInBrowser } from "../../hooks/in-browser.ts";
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
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const opener = document.activeElement;
		const element = dialog.current;
		if (!element?.open) element?.showModal();
		document.body.classList.add("scroll-locked");
		return () => {
			document.body.classList.remove("scroll-locked");
			if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
		};
	}, []);
	// The dialog shows other content: a lost focus moves to its top.
	// biome-ignore lint/correctness/useExhaustiveDependencies: the title says what is shown
	useLayoutEffect(() => {
		if (!dialog.current?.contains(document.activeElement)) dialog.current?.querySelector("button")?.focus();
	}, [title]);
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
