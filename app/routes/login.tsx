import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressProblems } from "../accounts/problems.ts";
import { withReturn } from "../accounts/return-path.ts";
import { useAllTexts } from "../all-texts.ts";
import { LoginForm } from "../components/accounts/login-form.tsx";
import { RegisterForm } from "../components/accounts/register-form.tsx";
import { SentenceSpace } from "../components/layout/space.tsx";
import { ConferenceFront } from "../components/programmes/conference-front.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, safePath, seeOther, siteTitle } from "../http.ts";
import { conferenceToday } from "../pages/front.server.ts";
import { sharedPage } from "../pages/shared-page.server.ts";
import { textOf } from "../programmes/answers.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { formatInstant } from "../programmes/window.ts";
import { startOf } from "../roles.ts";
import { useRoot } from "../root-data.ts";
import { signInForm } from "../schemas/auth.ts";

export const handle = {
	wide: true,
	island: "account",
	keeps: { email: LONGEST_ADDRESS, remember: 10 },
} satisfies RouteHandle;

/** The login screen. With a `code` in the address it ends a sign-in at GitHub (specification section 2). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const url = new URL(request.url);
	const code = url.searchParams.get("code");
	if (code !== null || url.pathname.startsWith("/auth/"))
		return completeGithub(context, code ?? "", url.searchParams.get("state") ?? "");
	const fault = url.searchParams.get("error") === "github" ? context.t("login.githubFailed") : undefined;
	return screen(context, url, fault);
}

async function completeGithub(context: AppLoadContext, code: string, state: string) {
	const { services, locale, t } = context;
	const account = await services.github.finish({ code, state, browserSecret: context.takeStep("oauth"), locale });
	if (!account) {
		const again = new URL(withReturn("/login", context.takeStep("return")), "http://internal");
		// Not 401: text browsers ask for a password of their own then, and show nothing.
		return data(screen(context, again, t("login.githubFailed")), { status: 422 });
	}
	const { code: handOver, browserSecret } = await services.loginCodes.give(account);
	context.keepStep("hand-over", browserSecret);
	throw seeOther(`/login-success?${new URLSearchParams({ token: handOver })}`);
}

/** The page to go to after login: on this site, or "". */
function returnPathOf({ form }: AppLoadContext, url: URL): string {
	return safePath(textOf(form, "return") || (url.searchParams.get("return") ?? ""), "");
}

/** The page that only those who have logged in may see and that led a guest to the front page, said once; else "". */
function pageSentFrom({ step, takeStep, actor }: AppLoadContext, { pathname, search }: URL): string {
	return pathname === "/" && search === "" && !actor.user && step("return") ? safePath(takeStep("return"), "") : "";
}

function screen(context: AppLoadContext, url: URL, fault: string | undefined) {
	const { t, brand, services, page } = context;
	const register = url.searchParams.get("modal") === "register";
	const sentFrom = pageSentFrom(context, url);
	const returnPath = sentFrom || returnPathOf(context, url);
	const registered = url.searchParams.has("registered");
	const ended = url.searchParams.has("ended");
	const isError = page.hasProblems || fault !== undefined;
	/** Guests come here for the calls, unless something else is said. */
	const isFront = url.pathname === "/" && !context.actor.user && !register && !returnPath && !ended && !isError;
	const title = t(context.actor.user ? "account.title" : register ? "register.title" : "site.logIn");
	return {
		register,
		/** Guests come to this address to log in, and to the front page for the calls. */
		isForLogin: url.pathname === "/login" && !context.actor.user,
		// After registering there is no form either.
		ownPreferences: !context.actor.user && !(register && registered),
		fault,
		registered,
		email: registered ? context.step("registered") : "",
		ended,
		kept: url.searchParams.has("kept"),
		unsaved: url.searchParams.has("unsaved"),
		erased: url.searchParams.has("erased"),
		/** A login has just succeeded here, but no session came back. */
		noCookies: url.searchParams.has("cookies"),
		returnPath,
		/** Why a guest who asked for another page is here; "" for others. */
		why: sentFrom && t("errors.NOT_SIGNED_IN"),
		github: services.github.isSetUp(),
		maintenance: context.maintenanceNotice,
		today: conferenceToday(context),
		draft: unsentDraft(context),
		title: isFront ? siteTitle(context) : pageTitle(context, title, isError),
		/** With a return path the page is not for search engines. */
		shared: sharedPage(context, {
			path: register ? "/?modal=register" : "/",
			title: register ? t("register.title") : siteTitle(context),
		}),
		description: returnPath || ended || registered || fault ? undefined : t("search.start", { product: brand.product }),
	};
}

/** The newest draft of a guest, whose browser says so with a cookie: such a page is shared with nobody. */
function unsentDraft({ services, actor, locale, zone, t }: AppLoadContext) {
	if (actor.user) return;
	const [newest] = services.drafts
		.list(actor)
		.filter(({ programme }) => services.programmes.isOpen(programme.category));
	if (!newest) return;
	const { programme, event, savedAt } = newest;
	const search = event ? `?${new URLSearchParams({ event })}` : "";
	const time = formatInstant(savedAt, zone, locale);
	return {
		href: programme.path + search,
		text: t("dashboard.draftOf", { programme: programme.title[locale], time }),
	};
}

/** Signs in. Every failure reads the same, so that nobody learns which addresses have accounts. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, device, locale } = context;
	const given = signInForm.safeParse(form).data ?? signInForm.parse({});
	const problems = addressProblems(t, given.email);
	if (given.password === "") problems.push({ field: "password", message: t("login.password") });
	const remember = given.remember !== undefined;
	const options = { kind: "cookie", remember, device, locale } as const;
	const signedIn =
		problems.length === 0 ? await services.signIn.withPassword(given.email, given.password, options) : undefined;
	if (!signedIn) {
		if (problems.length === 0) problems.push({ field: "email", message: t("login.wrong") });
		return context.sendBack(handle.keeps, { problems });
	}
	await context.signIn(signedIn.session);
	throw seeOther(safePath(given.return, startOf(signedIn.account.role)));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function LoginPage() {
	const failed = useActionData<typeof action>();
	const page = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	const root = useRoot();
	if (page.register && !root?.user) {
		return <RegisterForm done={page.registered} returnPath={page.returnPath} />;
	}
	/** For a guest who came to log in, or a message about logging in, the form comes before the calls. */
	const isAboutLogin =
		page.isForLogin ||
		page.returnPath !== "" ||
		page.ended ||
		page.erased ||
		page.noCookies ||
		page.fault !== undefined ||
		!!failed;
	const conference = <ConferenceFront today={page.today} draft={page.draft} isFirst={!isAboutLogin} />;
	const hasOpenCall = page.today.calls.some(({ isOpen }) => isOpen);
	return (
		<div className={isAboutLogin ? "front login-first" : hasOpenCall ? "front call-first" : "front"} data-login="">
			{!isAboutLogin && conference}
			<section className="log-in" aria-labelledby="log-in">
				{page.maintenance && <p className="banner">{t("login.maintenance")}</p>}
				{page.erased && (
					<p className="banner" role="status">
						{t("account.erased")}
					</p>
				)}
				{page.ended && (
					<p className="banner wrong" role="alert">
						{t("login.ended")}
						<SentenceSpace />
						{page.kept && t("login.kept")}
						{page.unsaved && t("login.unsaved")}
					</p>
				)}
				{page.why && (
					<p className="banner" role="status">
						{page.why}
					</p>
				)}
				{page.noCookies && (
					<p className="banner wrong" role="alert">
						{t("login.noCookies")}
					</p>
				)}
				{page.fault && (
					<p className="banner wrong" role="alert">
						{page.fault}
					</p>
				)}
				<LoginForm
					failed={failed}
					email={page.email}
					returnPath={page.returnPath}
					github={page.github}
					isFirst={isAboutLogin}
				/>
			</section>
			{isAboutLogin && conference}
		</div>
	);
}
