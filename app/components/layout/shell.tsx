import { Fragment, type ReactNode } from "react";
import { withReturn } from "../../accounts/return-path.ts";
import { MARK } from "../../brand/mark.ts";
import { isConsole } from "../../fragments.ts";
import type { RootData } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { SessionNotice } from "../accounts/session-notice.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Preferences } from "./preferences.tsx";
import { SentenceSpace, Space } from "./space.tsx";

interface Props {
	root: RootData | undefined;
	wide: boolean;
	typing: boolean;
	/** A script sends its forms, and says so where that fails. */
	sends: boolean;
	/** Who logs in from here comes back: to the form of a call. */
	comesBack: boolean;
	/** Language and theme are chosen in the footer, not in a form of the page. */
	switches: boolean;
	children: ReactNode;
}

/** The frame of every page. */
export function Shell({ root, wide, typing, sends, comesBack, switches, children }: Props) {
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
						<Mark logo={root?.logo} />
						{brand?.product} <span>{t("site.callForProposals")}</span>
					</a>
					<Space />
					{root && root.parts.length > 0 && (
						<nav className="site-parts" aria-label={root.partsLabel}>
							{root.parts.map(({ href, label, current }) => (
								<Fragment key={href}>
									<a href={href} aria-current={current}>
										{label}
									</a>
									<Space />
								</Fragment>
							))}
						</nav>
					)}
					{root && !root.user && !isLogin(root.path) && (
						<nav className="account" aria-label={t("site.account")}>
							<a href={withReturn("/login", comesBack ? root.path : "")}>{t("site.logIn")}</a>
						</nav>
					)}
					{root?.user && (
						<nav className="account" aria-label={t("site.account")}>
							{root.user.isOnTeam && !isConsole(root.path) && <a href="/admin">{t("site.console")}</a>}
							<Space />
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
			<main
				id="main"
				data-offline={sends ? t("site.offline") : undefined}
				data-failed={sends ? t("site.failed") : undefined}
			>
				{root?.trial && <p className="banner">{root.trial}</p>}
				{root?.archived && (
					<p className="banner">
						{root.archived.note}
						<SentenceSpace />
						<a href="/">{root.archived.current}</a>
					</p>
				)}
				{root?.session && <SessionNotice session={root.session} typing={typing} />}
				{children}
			</main>
			<footer className="site-footer">
				<div className="site-bar">
					<p>
						<Mark logo={root?.logo} /> © {root?.year} {brand?.foundation}
					</p>
					{(brand?.privacy || root?.earlier) && (
						<p>
							{brand?.privacy && <a href={brand.privacy}>{t("site.privacy")}</a>}
							{brand?.privacy && root?.earlier && " · "}
							{root?.earlier && <a href="/events">{root.earlier}</a>}
						</p>
					)}
					{switches && <Preferences theme={root?.theme ?? "system"} path={root?.path ?? "/"} />}
				</div>
			</footer>
		</div>
	);
}

/** Both addresses of the login screen. */
function isLogin(path: string): boolean {
	return /^\/(login\/?)?($|\?)/i.test(path);
}

/** The brand's logo, or the built-in mark. The name stands beside it. */
function Mark({ logo }: { logo: RootData["logo"] }) {
	if (logo) {
		const { src, width, height } = logo;
		return <img className="brand-logo" src={src} width={width} height={height} alt="" />;
	}
	return (
		<svg className="brand-mark" viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
			<path d={MARK} />
		</svg>
	);
}
