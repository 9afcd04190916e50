import { type AppLoadContext, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { GoOn } from "../components/accounts/return-url.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, safePath, seeOther } from "../http.ts";
import { startOf } from "../roles.ts";

export const handle: RouteHandle = { island: "account" };

/**
 * Ends a sign-in elsewhere. The token in the address is a code for one use, bound to this browser; a session never
 * travels in an address. It is taken up, and the address shown from then on has none.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, t, device, locale, actor } = context;
	const token = new URL(request.url).searchParams.get("token");
	if (token) {
		const account = await services.loginCodes.take(token, context.takeStep("hand-over"));
		if (!account) return failure(context, t("success.fault"));
		const options = { kind: "cookie", remember: true, device, locale } as const;
		await context.signIn(await services.signIn.open(account, options));
		throw seeOther("/login-success");
	}
	if (!actor.user) return failure(context, t("success.noToken"));
	const refreshTo = safePath(context.takeStep("return"), startOf(actor.user.role));
	const title = pageTitle(context, t("success.title"));
	return { title, fault: undefined, record: services.sessions.recordOf(actor.user), refreshTo };
}

function failure(context: AppLoadContext, fault: string) {
	const title = pageTitle(context, context.t("site.logIn"), true);
	return data({ title, fault, record: undefined, refreshTo: undefined }, { status: 422 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function LoginSuccessPage() {
	const { fault, record, refreshTo } = useLoaderData<typeof loader>();
	const { t } = useAllTexts();
	return (
		<div className="narrow" data-continue={refreshTo}>
			<h1>{t(fault ? "site.logIn" : "success.title")}</h1>
			<p className={fault ? "banner wrong" : "lead"} role={fault ? "alert" : "status"}>
				{fault ?? t(record?.isNewUser ? "success.welcomeNew" : "success.welcome")}
			</p>
			<p className="actions">
				{refreshTo ? (
					<GoOn to={refreshTo} />
				) : (
					<a className="button primary" href="/login">
						{t("login.back")}
					</a>
				)}
			</p>
		</div>
	);
}
