import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addressProblems } from "../accounts/problems.ts";
import { useAllTexts } from "../all-texts.ts";
import { OpenInvitations } from "../components/accounts/open-invitations.tsx";
import { RoleField } from "../components/accounts/role-field.tsx";
import { RemoveMember, TeamTable } from "../components/accounts/team-table.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { ConsoleFrame } from "../components/layout/console-frame.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { mailWord } from "../enumerations.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { notFound, pageTitle, seeOther } from "../http.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { formatLocal } from "../programmes/window.ts";
import { OFFERED_ROLE } from "../roles.ts";
import { useRoot } from "../root-data.ts";
import { memberForm, teamInvitationForm } from "../schemas/team.ts";

export const handle = {
	wide: true,
	style: "console",
	keeps: { email: LONGEST_ADDRESS, role: 20 },
} satisfies RouteHandle;

const BASE = "/admin/team";

/** Members of the team, and open invitations. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const time = (at: number) => formatLocal(at, zone, locale);
	const members = services.team.members(actor).map(({ since, lastSignIn, ...member }) => ({
		...member,
		isSelf: member.id === actor.user?.id,
		since: since === undefined ? undefined : time(since),
		lastSignIn: lastSignIn === undefined ? undefined : time(lastSignIn),
	}));
	const asked = new URL(request.url).searchParams.get("remove");
	const leaving = asked === null ? undefined : members.find(({ id }) => String(id) === asked);
	if (asked !== null && !leaving) throw notFound(context);
	const invitations = services.invitations.list(actor).map(({ invitedAt, expiresAt, mail, ...invitation }) => ({
		...invitation,
		invitedAt: time(invitedAt),
		mail: mail && mailWord(mail, mailLeaves),
		expiresAt: time(expiresAt),
	}));
	return { members, invitations, leaving, ownPreferences: !leaving, title: pageTitle(context, t("team.title")) };
}

export async function action({ context }: ActionFunctionArgs) {
	const { form } = context;
	if ("do.withdraw" in form) return withdraw(context);
	return "do.role" in form || "do.remove" in form ? changeMember(context) : invite(context);
}

async function invite(context: AppLoadContext) {
	const { services, actor, form, t, locale, mailLeaves } = context;
	const { email, role } = teamInvitationForm.parse(form);
	const problems = addressProblems(t, email);
	if (problems.length > 0) return context.sendBack(handle.keeps, { problems });
	const refusal = await services.invitations.send(actor, { email, role, locale });
	if (refusal) {
		return context.sendBack(handle.keeps, {
			problems: [{ field: "email", message: t(`team.${refusal}`, { email }) }],
		});
	}
	return said(context, t(mailLeaves ? "team.invited" : "team.invitedSaved", { email }));
}

async function changeMember(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const { id, role } = memberForm.parse(form);
	const wanted = "do.remove" in form ? undefined : role;
	const member = services.team.members(actor).find((one) => one.id === id);
	const refusal = member ? await services.team.setRole(actor, id, wanted) : "gone";
	if (!member || refusal) {
		const message = t(`team.${refusal ?? "gone"}`, { email: "" });
		return context.sendBack(handle.keeps, { problems: [{ field: `${id}-role`, message }] });
	}
	const name = member.name || member.email;
	return said(
		context,
		wanted ? t("team.saved", { name, role: t(`team.roles.${wanted}`) }) : t("team.removed", { name }),
	);
}

async function withdraw(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const done = await services.invitations.withdraw(actor, String(form["do.withdraw"]));
	return said(context, t(done ? "team.withdrawn" : "team.gone"));
}

/**
 * Redirects to the team page, which reports the result once; someone who has just left the team goes to their
 * dashboard.
 */
function said(context: AppLoadContext, line: string) {
	throw seeOther(context.flash.say(BASE, [line]));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function TeamPage() {
	const { members, invitations, leaving } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const mailLeaves = useRoot()?.mailLeaves;
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	if (leaving && problems.length === 0) {
		return (
			<ConsoleFrame>
				<RemoveMember member={leaving} path={BASE} />
			</ConsoleFrame>
		);
	}
	return (
		<ConsoleFrame>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<h1>{t("team.title")}</h1>
			<p className="lead">{t("team.lead")}</p>
			<TeamTable members={members} problems={problems} path={BASE} />
			<OpenInvitations invitations={invitations} path={BASE} />
			<h2 id="h-invite">{t("team.inviteTitle")}</h2>
			<form method="post" action={`${BASE}#errors`} aria-labelledby="h-invite" className="narrow" noValidate>
				<FormToken />
				<p className="hint">{t(mailLeaves ? "team.inviteHint" : "team.inviteHintSaved")}</p>
				<TextField
					name="email"
					type="email"
					label={t("team.email")}
					autoComplete="off"
					value={failed?.values.email}
					problems={problems}
				/>
				<RoleField id="f-role" label={t("team.role")} value={failed?.values.role ?? OFFERED_ROLE} />
				<div className="actions">
					<button className="primary" type="submit" name="do.invite" value={t("team.invite")}>
						{t("team.invite")}
					</button>
				</div>
				<FormPreferences />
			</form>
		</ConsoleFrame>
	);
}
