import { Link } from "@remix-run/react";
import { useTranslation } from "../translation.tsx";

export function Pagination({ page, pages, pathOf }: { page: number; pages: number; pathOf: (page: number) => string }) {
	const { t } = useTranslation();
	if (pages < 2) return null;
	return (
		<nav className="pages" aria-label={t("admin.pages")}>
			{page > 1 && (
				<Link to={pathOf(page - 1)} rel="prev">
					{t("admin.previous")}
				</Link>
			)}
			<span>{t("admin.pageOf", { page, pages })}</span>
			{page < pages && (
				<Link to={pathOf(page + 1)} rel="next">
					{t("admin.next")}
				</Link>
			)}
		</nav>
	);
}
