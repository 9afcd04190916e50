import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormToken } from "../components/form-token.tsx";
import { TextField } from "../components/text-field.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { eraseForm } from "../schemas/auth.ts";

export const handle = { keeps: {} } satisfies RouteHandle;

/** What is kept of whoever is signed in: to take along, and to have erased. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, locale, t } = context;
	return {
		isAdmin: actor.user?.isAdmin === true,
		word: services.erasing.wordOf(actor),
		entries: services.personalData.ownEntries(actor).map(({ id, kind, category, title }) => ({
			spot: spotId({ kind, id }),
			label: programmeOf(category).label[locale],
			title,
		})),
		title: pageTitle(context, t("account.title")),
	};
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t } = context;
	const { password } = eraseForm.safeParse(form).data ?? eraseForm.parse({});
	const outcome = await services.erasing.eraseOwn(actor, password);
	if (outcome === "wrong") {
		const message = t(services.erasing.wordOf(actor) === undefined ? "account.wrongPassword" : "account.wrongWord");
		return context.sendBack(handle.keeps, { problems: [{ field: "password", message }] });
	}
	if (outcome === "administrator") throw seeOther("/account");
	context.signOut();
	throw seeOther("/?erased=1");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function AccountPage() {
	const { isAdmin, word, entries } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("account.title")}</h1>
			<h2>{t("account.copy")}</h2>
			<p>{t("account.copyLead")}</p>
			<p className="actions">
				<a className="button" href="/api/me/export">
					{t("account.download")}
				</a>
			</p>
			<h2>{t("account.erase")}</h2>
			{isAdmin ? (
				<p>{t("account.administrator")}</p>
			) : (
				<form method="post" action="/account#errors" noValidate>
					<FormToken />
					<p>{t("account.eraseLead")}</p>
					{entries.length > 0 && (
						<>
							<p>{t("account.eraseEntries")}</p>
							<ul>
								{entries.map(({ spot, label, title }) => (
									<li key={spot}>
										<a href={`/entry/${spot}`}>{title || spot}</a> · {label}
									</li>
								))}
							</ul>
						</>
					)}
					<p>{t("account.eraseBackups")}</p>
					<TextField
						name="password"
						type={word === undefined ? "password" : "text"}
						label={word === undefined ? t("login.passwordLabel") : t("account.word", { word })}
						autoComplete={word === undefined ? "current-password" : "off"}
						problems={problems}
					/>
					<div className="actions">
						<button className="primary" type="submit">
							{t("account.eraseYes")}
						</button>
						<a href="/dashboard">{t("account.keep")}</a>
					</div>
				</form>
			)}
		</div>
	);
}
