import type { Programme } from "../programmes/define.ts";
import { useTranslation } from "../translation.tsx";

/** Shown in place of a form that takes no entries. */
export function ProgrammeClosed({
	programme,
	closedOn,
	support,
}: {
	programme: Programme;
	closedOn?: string;
	support: string;
}) {
	const { t, locale } = useTranslation();
	return (
		<>
			<h1>{t("closed.title")}</h1>
			<p className="lead">
				{closedOn
					? t("closed.on", { programme: programme.title[locale], date: closedOn })
					: t("closed.now", { programme: programme.title[locale] })}
			</p>
			<p>
				{t("closed.support")} <a href={`mailto:${support}`}>{support}</a>
			</p>
			<p className="actions">
				<a className="button" href="/">
					{t("thanks.home")}
				</a>
			</p>
		</>
	);
}
