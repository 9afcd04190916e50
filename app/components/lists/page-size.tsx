import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { PAGE_SIZES } from "../../enumerations.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { listPath } from "./list-url.ts";

interface Props {
	base: string;
	state: Readonly<Record<string, string | number>> & { rows: number };
}

/** How many rows a page of the list has. */
export function PageSize({ base, state }: Props) {
	const { t } = useTranslation();
	return (
		<nav className="page-links" aria-label={t("admin.pageSize")}>
			<span className="hint">{t("admin.pageSize")}</span>{" "}
			{PAGE_SIZES.map((rows) => (
				<Fragment key={rows}>
					<Link
						to={listPath(base, { ...state, rows, page: 1 })}
						aria-current={rows === state.rows ? "true" : undefined}
					>
						{rows}
					</Link>
					<Space />
				</Fragment>
			))}
		</nav>
	);
}
