import type { ReactNode } from "react";
import type { RootData } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { SessionNotice } from "../accounts/session-notice.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Preferences } from "./preferences.tsx";

/** The frame of every page. */
export function Shell(props: { root: RootData | undefined; wide: boolean; typing: boolean; children: ReactNode }) {
	const { root, wide, typing, children } = props;
	const { t } = useTranslation();
	const brand = root?.brand;
	return (
		<div className={wide ? "page page-wide" : "page"}>
			<a className="skip-link" href="#main">
				{t("site.skip")}
			</a>
			<header className="site-header">
				<div className="site-bar">
					<a className="brand" href="/">
						<Mark />
						{brand?.product} <span>{t("site.callForProposals")}</span>
					</a>{" "}
					{root && !root.user && !isLogin(root.path) && (
						<nav className="account" aria-label={t("site.account")}>
							<a href="/login">{t("site.logIn")}</a>
						</nav>
					)}
					{root?.user && (
						<nav className="account" aria-label={t("site.account")}>
							{root.user.isOnTeam && <a href="/admin/proposals">{t("site.console")}</a>}{" "}
							<a href="/dashboard">{t("site.dashboard")}</a>
							<form method="post" action="/logout" noValidate>
								<FormToken />
								<button className="button-link" type="submit">
									{t("site.logOut")}
								</button>
							</form>
						</nav>
					)}
				</div>
			</header>
			<main id="main">
				{root?.session && <SessionNotice session={root.session} typing={typing} />}
				{children}
			</main>
			<footer className="site-footer">
				<div className="site-bar">
					<p>
						<Mark /> © 2025 {brand?.foundation} · <a href={brand?.privacy}>{t("site.privacy")}</a>
					</p>
					{!root?.hidePreferences && <Preferences theme={root?.theme ?? "system"} path={root?.path ?? "/"} />}
				</div>
			</footer>
		</div>
	);
}

/** Both addresses of the login screen. */
function isLogin(path: string): boolean {
	return /^\/(login\/?)?($|\?)/i.test(path);
}

function Mark() {
	return (
		<svg className="brand-mark" viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
			<path d="M2 3h12l-2 5H4zM7 8h2v5h3v1H4v-1h3z" />
		</svg>
	);
}
