import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	page: number;
	pages: number;
	pathOf: (page: number) => string;
	/** Links to the nearby pages by number. */
	numbered?: true;
	/** Says where one is also if there is only one page. */
	alone?: true;
	/** Accessible name, where a page has several lists. */
	label?: string;
}

/** How many numbers stand on each side of the present page. */
const NEAR = 2;

export function Pagination({ page, pages, pathOf, numbered, alone, label }: Props) {
	const { t } = useTranslation();
	if (pages < 2 && !alone) return null;
	return (
		<nav className="page-links" aria-label={label ?? t("admin.pages")}>
			{page > 1 && (
				<Link to={pathOf(page - 1)} rel="prev">
					{t("admin.previous")}
				</Link>
			)}
			<Space />
			{numbered && pages > 1 && numbersAround(page, pages).map(number)}
			<span>{t("admin.pageOf", { page, pages })}</span>
			<Space />
			{page < pages && (
				<Link to={pathOf(page + 1)} rel="next">
					{t("admin.next")}
				</Link>
			)}
		</nav>
	);

	function number(n: number) {
		return (
			<Fragment key={n}>
				<Link to={pathOf(n)} aria-label={t("works.page", { page: n })} aria-current={n === page ? "page" : undefined}>
					{n}
				</Link>
				<Space />
			</Fragment>
		);
	}
}

/** The first and the last page, and those near this one. */
function numbersAround(page: number, pages: number): number[] {
	const all = Array.from({ length: pages }, (_, index) => index + 1);
	return all.filter((n) => n === 1 || n === pages || Math.abs(n - page) <= NEAR);
}
