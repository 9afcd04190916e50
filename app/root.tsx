import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import {
	type ClientLoaderFunctionArgs,
	Links,
	Meta,
	type MetaFunction,
	Outlet,
	Scripts,
	ScrollRestoration,
	useLocation,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { DEFAULT_ACCENT } from "./brand/accent.ts";
import { MARK } from "./brand/mark.ts";
import { ErrorPage, errorMeta } from "./components/layout/error-page.tsx";
import { Shell } from "./components/layout/shell.tsx";
import { entryIn, FRAME, isConsole } from "./fragments.ts";
import { handlesOf } from "./handle.ts";
import { lossOf } from "./hooks/kept-page.ts";
import { HTML_LANG } from "./i18n.ts";
import { withoutLastSlashes } from "./programmes/forms.ts";
import { formatOffset } from "./programmes/window.ts";
import { can, onlyReviews } from "./roles.ts";
import { RootContext, type RootData } from "./root-data.ts";
import consoleCss from "./styles/console.css?url";
import { TranslationContext, textsIn } from "./translation.tsx";

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { pathname, search } = new URL(request.url);
	const { services, locale, theme, brand, actor, formToken, islands, nonce, now, mailLeaves } = context;
	const isCall = (path: string) => services.registry().programmeAt(path) !== undefined;
	// Smaller parts come without it, so its lists are not counted for them.
	const hasNavigation = isConsole(pathname) && (context.fragment ?? FRAME) === FRAME;
	// A row, or an entry that is loaded before it is asked for, is not the page that a message is for.
	const isPart = entryIn(context.fragment) !== undefined;
	const takesMessage = !isPart && request.headers.get("X-Requested-With") !== "ahead";
	return {
		locale,
		theme,
		/** Only language or theme of this form was changed, and nothing is wrong with it. */
		choseLook: context.prefers && !context.page.hasProblems,
		brand,
		/** The parts of the public site, for its header. The console and the area of reviewers have their own. */
		parts:
			isConsole(pathname) || isReview(pathname)
				? []
				: partsAt([...services.navigation(locale), ...reviewsIn(context)], pathname, isCall),
		partsLabel: context.t("nav.title"),
		/** On every page of a test copy. */
		trial: context.onTrial ? context.t("refusals.ON_TRIAL") : undefined,
		/** On the pages of an archived event: which it is, and the way to the current one. */
		archived: context.archived && {
			note: context.t("archive.note", { name: brand.product }),
			current: context.t("archive.current", { name: context.archived.current }),
		},
		/** The way to the earlier events, where there are any. */
		earlier: !isConsole(pathname) && services.archive.hasAny() ? context.t("archive.title") : undefined,
		/** In place of the built-in mark. */
		logo: services.brandPictures.logo(),
		mailLeaves,
		/** Of the event, for the footer. */
		year: services.conference.year(),
		/** Of the event, today, as in `UTC+8`. */
		zone: formatOffset(now, context.zone),
		path: `${pathname}${search}`,
		/** Id of the element that a script asked for instead of the page. */
		fragment: context.fragment,
		user: actor.user && {
			email: actor.user.email,
			isOnTeam: can(actor.user.role, "entries.read"),
			managesTeam: can(actor.user.role, "team.manage"),
			/** What the console has lists of. */
			kinds:
				hasNavigation && can(actor.user.role, "entries.read")
					? services.overview.totals(actor).map(({ kind }) => kind)
					: [],
		},
		session: actor.user && {
			/** What the browser keeps of it. */
			record: services.sessions.recordOf(actor.user),
			secondsLeft: Math.max(0, Math.floor((actor.user.expiresAt - now) / 1000)),
		},
		formToken,
		/** The result of the post that led here. */
		said: takesMessage ? context.flash.take() : undefined,
		islands,
		/** Address of the texts for pages that hydrate. */
		texts: islands[`texts-${locale}`],
		nonce,
		back: pathBack(request),
		/** The form was sent back: a link to another language would lose what was typed. */
		hidePreferences: context.answersPost,
	};
}

/** The way to the reviews, for reviewers, and for organisers once a call is reviewed. */
function reviewsIn({ actor, services, t }: AppLoadContext) {
	const role = actor.user?.role;
	const hasAny = onlyReviews(role) || (can(role, "reviews.write") && services.reviewRules.isAny());
	return hasAny ? [{ href: "/review", label: t("nav.reviews") }] : [];
}

const isReview = (path: string) => /^\/review(\/|$)/i.test(path);

/** The links of the header. Of those that lead to the page or to what is around it, the nearest is the current one. */
function partsAt(links: readonly { href: string; label: string }[], path: string, isCall: (path: string) => boolean) {
	const parts = links.map((link) => ({ ...link, current: currentIn(link.href, path, isCall) }));
	const longest = Math.max(0, ...parts.map(({ href, current }) => (current ? href.length : 0)));
	return parts.map((part) => (part.href.length < longest ? { ...part, current: undefined } : part));
}

/** Whether a link of the header leads to this page, or to the part of the site that this page is in. */
function currentIn(href: string, path: string, isCall: (path: string) => boolean): "page" | "true" | undefined {
	const here = withoutLastSlashes(path.toLowerCase());
	if (here === href) return "page";
	const isInside = href === "/" ? isCall(here) : here.startsWith(`${href}/`);
	return isInside ? "true" : undefined;
}

/** Where the visitor came from on this site, else the main page. */
function pathBack(request: Request): string {
	const here = new URL(request.url);
	const referer = request.headers.get("Referer") ?? "";
	const from = URL.canParse(referer) ? new URL(referer) : undefined;
	return from?.host === here.host && from.pathname !== here.pathname ? `${from.pathname}${from.search}` : "/dashboard";
}

/** Pages have titles of their own; this one is for what stands in their place when they cannot be shown. */
export const meta: MetaFunction<typeof loader> = ({ data: root, error }) => (error ? errorMeta(error, root) : []);

/** What the browser was given last. */
let held: RootData | undefined;

/** Without an answer what is around a page stays, as the page does (`kept-page.ts`). */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<RootData> {
	try {
		return await serverLoader<RootData>();
	} catch (thrown) {
		if (held && (await lossOf(thrown))) return held;
		throw thrown;
	}
}

/** A refresh of the page inside changes nothing here, and must not fail here either. */
export { reloadElsewhere as shouldRevalidate } from "./hooks/revalidation.ts";

export function Layout({ children }: { children: ReactNode }) {
	const root = useRouteLoaderData<typeof loader>("root") as RootData | undefined;
	const matches = useMatches();
	const handles = handlesOf(matches);
	// Without scripts the next page follows at once; with them the page's island waits a moment.
	const refreshTo = matches.map((match) => (match.data as { refreshTo?: string } | undefined)?.refreshTo).find(Boolean);
	const hydrate = handles.some((handle) => handle.hydrate);
	// In the console, a dialog that is a page of its own where scripts do not run is such a form as well.
	const inConsole = isConsole(root?.path ?? "");
	const typing = handles.some((handle) => handle.typing) || (inConsole && /[?&]modal=/.test(root?.path ?? ""));
	const hasOwn = matches.some((match) => (match.data as { ownPreferences?: boolean } | undefined)?.ownPreferences);
	// A form that is sent back with nothing typed in it, as passwords never are, loses nothing by a link.
	const keepsNothing = handles.some(({ keeps }) => keeps && Object.keys(keeps).length === 0);
	const switches = !hasOwn && !typing && (!root?.hidePreferences || keepsNothing);
	const wide = hydrate || handles.some((handle) => handle.wide);
	const island = hydrate
		? undefined
		: (handles.map((handle) => handle.island).find(Boolean) ??
			(inConsole ? "console" : handles.some(({ keeps, typing }) => keeps || typing) ? "page" : undefined));
	const translation = textsIn(root?.locale);
	const { locale } = translation;
	const location = useLocation();
	// A browser has the texts of the console in one language: what needs others is asked of the server as a page.
	const isOther = IN_BROWSER && matches.length > 1 && !hydrate;
	// After an action threw, the root has no data: it is `null`, whatever its type says.
	useEffect(() => {
		held = root;
	}, [root]);
	const isOutdated = root?.locale !== undefined && root.locale !== locale;
	useEffect(() => {
		if (isOther || isOutdated) window.location.reload();
	}, [isOther, isOutdated]);
	const nonce = hydrate ? root?.nonce : undefined;
	const isConsoleStyle = handles.some(({ style }) => style === "console");
	if (root?.fragment) {
		// A row is a part of a page that stays.
		const hasTitle = entryIn(root.fragment) === undefined;
		return (
			<>
				{hasTitle && (
					<title>
						{matches.map((match) => (match.data as { title?: string } | undefined)?.title).findLast(Boolean)}
					</title>
				)}
				<TranslationContext.Provider value={translation}>
					<RootContext.Provider value={root}>{children}</RootContext.Provider>
				</TranslationContext.Provider>
			</>
		);
	}
	return (
		<html lang={HTML_LANG[locale]} data-theme={root?.theme === "system" ? undefined : root?.theme}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content={root && root.theme !== "system" ? root.theme : "light dark"} />
				<Meta />
				{refreshTo && (
					<noscript>
						<meta httpEquiv="refresh" content={`0;url=${refreshTo}`} />
					</noscript>
				)}
				<link rel="icon" href={root?.logo?.icon ?? iconOf(root?.brand.accent.light ?? DEFAULT_ACCENT)} />
				{isConsoleStyle && <link rel="stylesheet" href={consoleCss} />}
				{hydrate || isOther ? <Links /> : <style />}
				{hydrate && root?.brand.accentStyle && (
					// Browsers hide the nonce from scripts.
					<style nonce={nonce} suppressHydrationWarning>
						{root.brand.accentStyle}
					</style>
				)}
				{hydrate && root?.texts && <link rel="modulepreload" href={root.texts} />}
			</head>
			<body>
				<TranslationContext.Provider value={translation}>
					<RootContext.Provider value={root}>
						<Shell
							root={root && hydrate ? { ...root, path: location.pathname + location.search } : root}
							wide={wide}
							typing={island === "form"}
							sends={island !== undefined && SENDING.has(island)}
							comesBack={handles.some(({ style }) => style === "form")}
							switches={switches}
						>
							{isOther ? null : children}
						</Shell>
					</RootContext.Provider>
				</TranslationContext.Provider>
				{/* Async: if a script does not arrive, browsers would not scroll to the problems of a form. */}
				{island && root?.islands[island] && <script async type="module" src={root.islands[island]} />}
				{hydrate && (
					<>
						<ScrollRestoration nonce={nonce} />
						<Scripts nonce={nonce} />
					</>
				)}
			</body>
		</html>
	);
}

/** The islands that send the forms of their page. A programme's form has words of its own for that. */
const SENDING: ReadonlySet<string> = new Set(["account", "page", "sent"]);

const IN_BROWSER = typeof document !== "undefined";

/** The built-in mark: the site has no file to fetch for its icon. */
const iconOf = (colour: string) =>
	`data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2016%2016'%3E%3Cpath%20fill='%23${colour.slice(1)}'%20d='${MARK.replaceAll(" ", "%20")}'/%3E%3C/svg%3E`;

export default function App() {
	return <Outlet />;
}

export function ErrorBoundary() {
	return <ErrorPage error={useRouteError()} />;
}
