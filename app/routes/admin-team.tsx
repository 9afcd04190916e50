import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TEAM_KEEPS } from "../accounts/team-form.ts";
import { useAllTexts } from "../all-texts.ts";
import { OpenInvitations } from "../components/accounts/open-invitations.tsx";
import { ReviewerScope, ScopeFields } from "../components/accounts/reviewer-scope.tsx";
import { RoleField } from "../components/accounts/role-field.tsx";
import { RemoveMember, TeamTable } from "../components/accounts/team-table.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { TEAM, takeTeam, teamPage } from "../pages/team.server.ts";
import { OFFERED_ROLE } from "../roles.ts";
import { useRoot } from "../root-data.ts";

export const handle = { keeps: TEAM_KEEPS } satisfies RouteHandle;

/** Members of the team, and open invitations. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const page = teamPage(context, new URL(request.url).searchParams);
	const isWhole = !page.leaving && !page.reviewer;
	return { ...page, path: TEAM, ownPreferences: isWhole, title: pageTitle(context, context.t("team.title")) };
}

export const action = ({ context }: ActionFunctionArgs) => takeTeam(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function TeamPage() {
	const { members, invitations, leaving, reviewer, options, ticked, path } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const mailLeaves = useRoot()?.mailLeaves;
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	if (leaving && problems.length === 0) {
		return <RemoveMember member={leaving} path={path} />;
	}
	if (reviewer && problems.length === 0) {
		return <ReviewerScope member={reviewer} options={options} path={path} />;
	}
	return (
		<>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<h1>{t("team.title")}</h1>
			<p className="lead">{t("team.lead")}</p>
			<TeamTable members={members} problems={problems} path={path} />
			<OpenInvitations invitations={invitations} path={path} />
			<h2 id="h-invite">{t("team.inviteTitle")}</h2>
			<form method="post" action={`${path}#errors`} aria-labelledby="h-invite" className="narrow" noValidate>
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
				<details open={ticked.calls.length + ticked.tracks.length > 0}>
					<summary>{t("team.scopeOfInvited")}</summary>
					<p className="hint">{t("team.scopeLead")}</p>
					<ScopeFields options={options} scope={ticked} />
				</details>
				<div className="actions">
					<button className="primary" type="submit" name="do.invite" value={t("team.invite")}>
						{t("team.invite")}
					</button>
				</div>
				<FormPreferences />
			</form>
		</>
	);
}
