import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { island: "account" };

/**
 * Ends a sign-in elsewhere. The token in the address is a code for one use, bound to this browser; a session never
 * travels in an address. It is taken up, and the address shown from then on has none.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, t, brand, device, locale, actor } = context;
	const search = new URL(request.url).searchParams;
	const title = pageTitle(t, brand, t("success.title"));
	const token = search.get("token");
	if (token !== null) {
		const taken = await services.handOver.take(token, context.takeStep("hand-over"));
		if (!taken) return data({ title, fault: t("success.fault"), isNewUser: false }, { status: 401 });
		const options = { kind: "cookie", remember: true, device, locale } as const;
		context.signIn(await services.signIn.open(taken.account, options));
		throw seeOther(`/login-success?isNewUser=${taken.isNewUser}`);
	}
	if (!actor.user) return data({ title, fault: t("success.noToken"), isNewUser: false }, { status: 401 });
	return { title, fault: undefined, isNewUser: search.get("isNewUser") === "true", refreshTo: "/dashboard" };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "robots", content: "noindex" },
];

export default function LoginSuccessPage() {
	const { fault, isNewUser } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	return (
		<div className="narrow" data-continue={fault ? undefined : "/dashboard"}>
			<h1>{t(fault ? "login.title" : "success.title")}</h1>
			<p className={fault ? "banner wrong" : "lead"} role={fault ? "alert" : "status"}>
				{fault ?? t(isNewUser ? "success.welcomeNew" : "success.welcome")}
			</p>
			<p className="actions">
				<a className="button primary" href={fault ? "/login" : "/dashboard"}>
					{t(fault ? "login.back" : "success.next")}
				</a>
			</p>
		</div>
	);
}
