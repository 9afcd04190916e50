import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { TextField } from "../components/text-field.tsx";
import { pageTitle, seeOther } from "../http.ts";
import { programmes } from "../programmes/index.ts";
import { isEmail, type Problem } from "../programmes/problems.ts";
import { useRoot } from "../root.tsx";
import { signInForm } from "../schemas/auth.ts";
import { useTranslation } from "../translation.tsx";

export async function loader({ context }: LoaderFunctionArgs) {
	const { t, brand } = context;
	const title = pageTitle(t, brand, t("login.title"));
	return {
		title: context.page.hasProblems ? t("problems.pageTitle", { title }) : title,
		description: t("site.description", { product: brand.product }),
	};
}

/** Signs in. Every failure reads the same, so that nobody learns which addresses have accounts. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, device } = context;
	const given = signInForm.safeParse(form).data ?? { email: "", password: "", remember: undefined };
	const problems: Problem[] = [];
	if (!isEmail(given.email)) problems.push({ field: "email", message: t("login.email") });
	if (given.password === "") problems.push({ field: "password", message: t("login.password") });
	const account = problems.length === 0 ? await services.accounts.authenticate(given.email, given.password) : undefined;
	if (!account) {
		if (problems.length === 0) problems.push({ field: "email", message: t("login.wrong") });
		context.page.hasProblems = true;
		return data({ problems, email: given.email, remember: given.remember !== undefined }, { status: 422 });
	}
	const remember = given.remember !== undefined;
	context.signIn(await services.sessions.open(account, { kind: "cookie", remember, device }));
	throw seeOther(account.isAdmin ? "/admin/proposals" : "/dashboard");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
	{ title: page?.title },
	{ name: "description", content: page?.description },
];

export default function LoginPage() {
	const failed = useActionData<typeof action>();
	useLoaderData<typeof loader>();
	const { t, locale } = useTranslation();
	const root = useRoot();
	const problems = failed?.problems ?? [];
	return (
		<div className="split">
			<section>
				<ErrorSummary problems={problems} />
				<h1>{t("login.heading")}</h1>
				{root?.user ? (
					<SignedIn email={root.user.email} />
				) : (
					<form method="post" action="/login#errors" noValidate>
						<TextField
							name="email"
							type="email"
							label={t("login.emailLabel")}
							autoComplete="username"
							value={failed?.email}
							problems={problems}
						/>
						<TextField
							name="password"
							type="password"
							label={t("login.passwordLabel")}
							autoComplete="current-password"
							problems={problems}
						/>
						<label className="tick">
							<input type="checkbox" name="remember" value="1" defaultChecked={failed?.remember ?? true} />
							{t("login.remember")}
						</label>
						<div className="actions">
							<button className="primary" type="submit">
								{t("login.submit")}
							</button>
						</div>
					</form>
				)}
			</section>
			<section aria-labelledby="calls">
				<h2 id="calls">{t("login.calls")}</h2>
				<ul className="cards">
					{programmes.map((programme) => (
						<li key={programme.category}>
							<h3>
								<a href={programme.path}>{programme.title[locale]}</a>
							</h3>
							<p>{programme.lead[locale]}</p>
						</li>
					))}
				</ul>
			</section>
		</div>
	);
}

function SignedIn({ email }: { email: string }) {
	const { t } = useTranslation();
	return (
		<>
			<p>{t("login.signedInAs", { email })}</p>
			<form method="post" action="/logout" className="actions">
				<FormToken />
				<a className="button primary" href="/dashboard">
					{t("login.continue")}
				</a>
				<button type="submit">{t("site.logOut")}</button>
			</form>
		</>
	);
}
