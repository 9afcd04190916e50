import type { TypedText } from "../../programmes/shown-again.ts";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "./space.tsx";
import { TypedTexts } from "./typed-texts.tsx";

/**
 * For an address without a page, and for an entry that is not there or not the visitor's. @param typed texts of a form
 * that was sent there
 */
export function NotFound({ typed = [] }: { typed?: readonly TypedText[] }) {
	const { t } = useTranslation();
	return (
		<div className="narrow">
			<h1>{t("notFound.title")}</h1>
			<p className="lead">{t("notFound.lead")}</p>
			<TypedTexts texts={typed} />
			<p className="actions">
				<a className="button" href={useRoot()?.back ?? "/dashboard"}>
					{t("notFound.back")}
				</a>
				<Space />
				<a className="button primary" href="/dashboard">
					{t("notFound.main")}
				</a>
			</p>
		</div>
	);
}
