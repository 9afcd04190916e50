import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { rulesMet, STRENGTH_RULES, type StrengthRule, strengthWord } from "../accounts/password.ts";
import { newPasswordProblems } from "../accounts/problems.ts";
import { useAllTexts } from "../all-texts.ts";
import { NewPassword } from "../components/accounts/new-password.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { pageMeta, type RouteHandle, type SentBack } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { resetForm } from "../schemas/auth.ts";

export const handle: RouteHandle = { island: "account", keeps: {} };

/** The length is required anyway. */
const LISTED = STRENGTH_RULES.filter((rule) => rule !== "length");

interface Failed extends Pick<SentBack, "problems" | "headline"> {
	/** The rules the typed password meets. */
	met?: StrengthRule[];
	/** Why the link does not work. */
	fault?: "EXPIRED_TOKEN" | "INVALID_TOKEN";
}

/** Looks at the link without using it up. The address is repeated only where it belongs to a working link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	const search = new URL(request.url).searchParams;
	const [token, email] = [search.get("token") ?? "", search.get("email") ?? ""];
	const fault = token === "" ? ("noToken" as const) : faultOf(context, token, email);
	const works = fault === undefined;
	const shown = { done: search.has("done"), fault, token: works ? token : "", email: works ? email : "" };
	const page = { ...shown, title: pageTitle(context, t("reset.title")) };
	return data(page, { status: fault === "unchecked" ? 503 : 200 });
}

/** What is wrong with a link, which is not used up; `unchecked` where that cannot be found out. */
function faultOf({ services, reportFault }: AppLoadContext, token: string, email: string) {
	try {
		return services.passwordReset.faultOf(token, email);
	} catch (error) {
		reportFault(error);
		return "unchecked" as const;
	}
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, t, form, locale } = context;
	const given = resetForm.safeParse(form).data ?? resetForm.parse({});
	const problems = newPasswordProblems(t, given);
	if (problems.length > 0) {
		context.page.hasProblems = true;
		return data<Failed>({ problems, met: rulesMet(given.password) }, { status: 422 });
	}
	const fault = await services.passwordReset.reset(actor, given, locale);
	if (fault) return data<Failed>({ problems: [], fault }, { status: 422 });
	throw seeOther("/reset-password?done=1");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ResetPasswordPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<Failed>();
	const { t } = useAllTexts();
	const fault = failed?.fault ?? page.fault;
	const problems = failed?.problems ?? [];
	if (page.done || fault) {
		return (
			<div className="narrow">
				<h1>{t("reset.title")}</h1>
				<p className={page.done ? "banner" : "banner wrong"} role={page.done ? "status" : "alert"}>
					{page.done ? t("reset.done") : t(`reset.${fault ?? "INVALID_TOKEN"}`)}
				</p>
				<p className="actions">
					<a className="button primary" href={page.done ? "/login" : "/forgot-password"}>
						{t(page.done ? "login.submit" : "reset.again")}
					</a>
				</p>
			</div>
		);
	}
	const words = Object.fromEntries([1, 2, 3, 4, 5].map((word) => [word, t(`reset.word.${word as 1}`)]));
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("reset.title")}</h1>
			<p id="rules">{t("reset.rules")}</p>
			<ul>
				{LISTED.map((rule) => (
					<li key={rule} data-rule={rule}>
						{failed?.met?.includes(rule) && (
							<span role="img" aria-label={t("reset.met")}>
								{"✓ "}
							</span>
						)}
						{t(`reset.rule.${rule}`)}
					</li>
				))}
			</ul>
			<form
				method="post"
				action={`/reset-password?${new URLSearchParams({ token: page.token, email: page.email })}#errors`}
				noValidate
				data-strength={t("reset.strength", { word: "{word}", score: "{score}" })}
				data-words={JSON.stringify(words)}
				data-met={t("reset.met")}
				data-differ={t("register.mismatch")}
				data-offline={t("forgot.offline")}
				data-failed={t("reset.failed")}
				data-problems={t("problems.title")}
			>
				<FormToken />
				<input type="hidden" name="token" value={page.token} />
				<input type="hidden" name="email" value={page.email} autoComplete="username" />
				<NewPassword
					label={t("reset.new")}
					isAgain={failed !== undefined}
					missing={t("reset.empty")}
					problems={problems}
				>
					{failed?.met && (
						<p className="field-note" data-printed-strength="">
							{t("reset.strength", { word: words[strengthWord(failed.met.length)], score: failed.met.length })}
						</p>
					)}
				</NewPassword>
				<div className="actions">
					<button className="primary" type="submit">
						{t("reset.submit")}
					</button>
				</div>
			</form>
		</div>
	);
}
