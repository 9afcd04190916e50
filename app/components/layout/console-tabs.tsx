import { NavLink } from "@remix-run/react";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";

/** The parts of the console. The spaces keep them apart where there is no style. */
export function ConsoleTabs() {
	const { t } = useTranslation();
	const root = useRoot();
	return (
		<nav className="tabs" aria-label={t("site.console")}>
			<NavLink to="/admin" end>
				{t("overview.title")}
			</NavLink>{" "}
			<NavLink to="/admin/proposals">{t("admin.proposals")}</NavLink>{" "}
			{/* The editor does not hydrate: it is a page of its own. */}
			<NavLink to="/admin/editor" reloadDocument>
				{t("admin.editor")}
			</NavLink>{" "}
			<NavLink to="/admin/aigc">{t("works.tab")}</NavLink>{" "}
			<NavLink to="/admin/nominations">{t("works.nominations")}</NavLink>{" "}
			<NavLink to="/admin/forum">{t("forum.tab")}</NavLink> <NavLink to="/admin/tracks">{t("tracks.tab")}</NavLink>{" "}
			<NavLink to="/admin/schedule">{t("schedule.tab")}</NavLink>{" "}
			<NavLink to="/admin/programmes">{t("programmes.title")}</NavLink>{" "}
			<NavLink to="/admin/mail">{t("admin.mail")}</NavLink>{" "}
			{root?.user?.managesTeam && (
				<NavLink to="/admin/team" reloadDocument>
					{t("admin.team")}
				</NavLink>
			)}
		</nav>
	);
}
