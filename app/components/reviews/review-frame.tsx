import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";

/** The frame of the pages for reviewers: like that of the console, with what is theirs and nothing else. */
export function ReviewFrame({ isList, children }: { isList?: true; children: ReactNode }) {
	const { t } = useAllTexts();
	return (
		<div className="console">
			<nav className="rail" aria-label={t("review.title")}>
				<ul>
					<li>
						<a href="/review" aria-current={isList ? "page" : undefined}>
							{t("review.all")}
						</a>
					</li>
				</ul>
			</nav>
			<div className="console-page">{children}</div>
		</div>
	);
}
