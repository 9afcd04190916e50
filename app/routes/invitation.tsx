import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LONGEST_NAME } from "../accounts/name.ts";
import { registrationProblems } from "../accounts/problems.ts";
import { withReturn } from "../accounts/return-path.ts";
import { useAllTexts } from "../all-texts.ts";
import { ConfirmAddress } from "../components/accounts/confirm-address.tsx";
import { NewPassword } from "../components/accounts/new-password.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { LinkedWord } from "../components/layout/linked-word.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { startOf } from "../roles.ts";
import { useRoot } from "../root-data.ts";
import { joinForm } from "../schemas/team.ts";

type Invitations = AppLoadContext["services"]["invitations"];

export const handle = { keeps: { name: LONGEST_NAME } } satisfies RouteHandle;

/** An invitation. Opening the link does not use it up. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const token = new URL(request.url).searchParams.get("token") ?? "";
	const { services, actor, t } = context;
	const invited = services.invitations.look(token);
	const heading = t(invited.state === "open" ? "team.joinTitle" : "team.spentTitle");
	const ownPreferences = invited.state === "open" && !invited.hasAccount && !actor.user;
	const user = actor.user && {
		email: actor.user.email,
		canJoin: invited.state !== "open" || services.invitations.canJoin(actor.user, invited.email),
	};
	return { token, invited, user, ownPreferences, title: pageTitle(context, heading) };
}

/** Joins: as the person logged in, or with a new account for the invited address. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, t, device, locale } = context;
	const given = joinForm.parse(form);
	const invited = services.invitations.look(given.token);
	// A token that is not ours may be as long as a form: it goes into no address.
	const back = invited.state === "spent" ? "/invitation" : `/invitation?${new URLSearchParams({ token: given.token })}`;
	const start = startOf(invited.state === "open" ? invited.role : undefined);
	const welcome = () => context.flash.say(start, joinedLine(context, invited));
	if (actor.user) throw seeOther((await services.invitations.join(actor, given.token)) ? welcome() : back);
	if (invited.state !== "open") throw seeOther(back);
	const problems = registrationProblems(t, { ...given, email: invited.email });
	if (problems.length > 0) return context.sendBack(handle.keeps, { problems });
	const account = await services.invitations.joinAnew(actor, given);
	if (!account) throw seeOther(back);
	const options = { kind: "cookie", remember: false, device, locale } as const;
	await context.signIn(await services.signIn.open(account, options, "invitation"));
	throw seeOther(welcome());
}

/** What someone who has just joined is told first. */
function joinedLine({ t, brand }: AppLoadContext, invited: ReturnType<Invitations["look"]>): string[] {
	if (invited.state !== "open") return [];
	return [t("team.joined", { product: brand.product, role: t(`team.roles.${invited.role}`) })];
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function InvitationPage() {
	const { token, invited, user } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const { brand, mailLeaves } = useRoot() ?? {};
	const problems = failed?.problems ?? [];
	if (invited.state !== "open") {
		return (
			<div className="narrow">
				<h1>{t("team.spentTitle")}</h1>
				<p>{t(invited.state === "expired" ? "team.expiredLead" : "team.spent")}</p>
				{!user && <p>{t("team.hasJoined")}</p>}
				<p className="actions">
					<a className="button" href={user ? "/dashboard" : "/login"}>
						{t(user ? "site.toDashboard" : "site.logIn")}
					</a>
				</p>
			</div>
		);
	}
	const { email, by, role, hasAccount } = invited;
	const here = `/invitation?${new URLSearchParams({ token })}`;
	const words = { by, product: brand?.product, role: t(`team.roles.${role}`) };
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("team.joinTitle")}</h1>
			<p className="lead">{t(by ? "team.joinLead" : "team.joinLeadNobody", words)}</p>
			{user && user.email !== email && (
				<p>{t("team.otherAccount", { email: user.email || t("site.anonymous"), invited: email })}</p>
			)}
			{!user && !hasAccount && (
				<>
					<h2 id="h-new">{t("team.newAccount")}</h2>
					<p>{t("team.newAccountLead", { email })}</p>
				</>
			)}
			{user && !user.canJoin && (
				<ConfirmFirst email={user.email} support={brand?.support ?? ""} mailLeaves={mailLeaves} />
			)}
			{(user?.canJoin || (!user && !hasAccount)) && (
				<form method="post" action={`${here}#errors`} noValidate>
					<FormToken />
					<input type="hidden" name="token" value={token} />
					{!user && (
						<>
							<input type="hidden" name="email" value={email} autoComplete="username" />
							<TextField
								name="name"
								type="text"
								label={t("register.name")}
								autoComplete="name"
								value={failed?.values.name}
								problems={problems}
							/>
							<NewPassword
								label={t("login.passwordLabel")}
								hint={t("register.hint")}
								missing={t("login.password")}
								isAgain={failed !== undefined}
								problems={problems}
							/>
						</>
					)}
					<div className="actions">
						<button className="primary" type="submit">
							{user ? t("team.joinAs", { email: user.email || t("site.anonymous") }) : t("team.create")}
						</button>
					</div>
					{!user && <FormPreferences />}
				</form>
			)}
			{!user && (
				<>
					{hasAccount ? <p>{t("team.logInFirst", { email })}</p> : <h2>{t("team.haveAccount")}</h2>}
					<p className="actions">
						<a className={hasAccount ? "button primary" : "button"} href={withReturn("/login", here)}>
							{t("team.logIn")}
						</a>
					</p>
				</>
			)}
		</div>
	);
}

/** What someone whose address is not confirmed has to do before they can join with their account. */
function ConfirmFirst(props: { email: string; support: string; mailLeaves: boolean | undefined }) {
	const { t } = useAllTexts();
	const { email, support, mailLeaves } = props;
	if (email === "") return <p className="banner">{t("refusals.NO_ADDRESS")}</p>;
	return (
		<ConfirmAddress>
			{mailLeaves ? (
				t("team.confirmFirst", { email })
			) : (
				<LinkedWord text={t("team.confirmFirstSaved", { email, support })} word={support} to={`mailto:${support}`} />
			)}
		</ConfirmAddress>
	);
}
