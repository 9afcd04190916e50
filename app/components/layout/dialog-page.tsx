import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { DIALOG } from "../../fragments.ts";
import { useFragment } from "../../hooks/fragment.ts";
import { useTranslation } from "../../translation.tsx";

/** A page with a way back. Where scripts run, its link opens it in a dialog over the page instead. */
export function DialogPage({ title, back, children }: { title: string; back: string; children: ReactNode }) {
	const { t } = useTranslation();
	if (useFragment() === DIALOG) {
		return (
			<>
				<header>
					<h2 id="modal-title">{title}</h2>
					<button type="button" data-close="" aria-label={t("admin.close")}>
						×
					</button>
				</header>
				{children}
			</>
		);
	}
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
