import { useAllTexts } from "../../all-texts.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Role } from "../../roles.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { RoleSelect } from "./role-field.tsx";

interface Member {
	id: number;
	email: string;
	name: string;
	role: Role;
	isSelf: boolean;
	since?: string;
	lastSignIn?: string;
}

/** The members of the team, each with their role and a button to remove them. */
export function TeamTable(props: { members: readonly Member[]; problems: readonly Problem[]; path: string }) {
	const { members, problems, path } = props;
	const { t } = useAllTexts();
	return (
		<table className="card-table" aria-label={t("teamSaid.members")}>
			<thead>
				<tr>
					<th scope="col">{t("teamSaid.name")}</th>
					<th scope="col">{t("teamSaid.since")}</th>
					<th scope="col">{t("teamSaid.lastSignIn")}</th>
					<th scope="col">{t("teamSaid.role")}</th>
					<th scope="col">{t("teamSaid.remove")}</th>
				</tr>
			</thead>
			<tbody>
				{members.map((member) => {
					const { id, email, name, role, isSelf, since, lastSignIn } = member;
					const called = name || email;
					const field = `f-${id}-role`;
					return (
						<tr key={id}>
							<th scope="row">
								{called} {isSelf && t("teamSaid.you")}
								{name && <div className="hint">{email}</div>}
							</th>
							<td data-label={t("teamSaid.since")}>{since ?? t("teamSaid.never")}</td>
							<td data-label={t("teamSaid.lastSignIn")}>{lastSignIn ?? t("teamSaid.never")}</td>
							<td data-label={t("teamSaid.role")}>
								<form method="post" action={`${path}#errors`} className="status-cell" noValidate>
									<FormToken />
									<input type="hidden" name="id" value={id} />
									<FieldError id={field} problem={problems.find((one) => one.field === `${id}-role`)?.message} />
									<RoleSelect id={field} label={`${t("teamSaid.role")}: ${called}`} value={role} />{" "}
									<button
										type="submit"
										name="do.role"
										value={t("teamSaid.save")}
										aria-label={`${t("teamSaid.save")}: ${called}`}
									>
										{t("teamSaid.save")}
									</button>
								</form>
							</td>
							<td>
								<a className="button" href={`${path}?remove=${id}`} aria-label={`${t("teamSaid.remove")}: ${called}`}>
									{t("teamSaid.remove")}
								</a>
							</td>
						</tr>
					);
				})}
			</tbody>
		</table>
	);
}

/** Asks for confirmation before removing a member. */
export function RemoveMember({ member, path }: { member: Member; path: string }) {
	const { t } = useAllTexts();
	return (
		<div className="narrow">
			<h1>{t("teamSaid.confirmTitle", { name: member.name || member.email })}</h1>
			<p>{t("teamSaid.confirmLead")}</p>
			<form method="post" action={`${path}#errors`} className="actions" noValidate>
				<FormToken />
				<input type="hidden" name="id" value={member.id} />
				<button className="primary" type="submit" name="do.remove" value={t("teamSaid.confirmYes")}>
					{t("teamSaid.confirmYes")}
				</button>{" "}
				<a className="button" href={path}>
					{t("teamSaid.keep")}
				</a>
			</form>
		</div>
	);
}
