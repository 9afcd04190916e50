import { useAllTexts } from "../../all-texts.ts";
import { marks } from "../../programmes/marks.ts";
import type { Problem } from "../../programmes/problems.ts";
import type { Role } from "../../roles.ts";
import { FormToken } from "../forms/form-token.tsx";
import { FieldError } from "../forms/text-field.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";
import { type Column, Table } from "../lists/table.tsx";
import { RoleSelect } from "./role-field.tsx";

interface Member {
	id: number;
	email: string;
	name: string;
	role: Role;
	isSelf: boolean;
	since?: string;
	lastSignIn?: string;
	/** What a reviewer is for, in words. */
	isFor?: string;
	isConfirmed: boolean;
}

/** The members of the team, each with their role and a button to remove them. */
export function TeamTable(props: { members: readonly Member[]; problems: readonly Problem[]; path: string }) {
	const { members, problems, path } = props;
	const { t, locale } = useAllTexts();
	const nameOf = ({ name, email }: Member) => name || email;
	const columns: Column<Member>[] = [
		{
			label: t("team.name"),
			head: true,
			cell: (member) => (
				<>
					<Addresses text={nameOf(member)} /> {member.isSelf && t("team.you")}
					{member.name && (
						<div className="hint">
							<Addresses text={member.email} />
						</div>
					)}
				</>
			),
		},
		{ label: t("team.since"), cell: ({ since }) => since ?? t("team.sinceUnknown") },
		{ label: t("team.lastSignIn"), cell: ({ lastSignIn }) => lastSignIn ?? t("team.never") },
		{
			label: t("team.role"),
			cell: (member) => (
				<>
					<form method="post" action={`${path}#errors`} className="choice-cell" noValidate>
						<FormToken />
						<input type="hidden" name="id" value={member.id} />
						<RoleField member={member} problems={problems} />
						<Space />
						<button
							type="submit"
							name="do.role"
							value={t("team.save")}
							aria-label={`${t("team.save")}${marks[locale].colon}${nameOf(member)}`}
						>
							{t("team.save")}
						</button>
					</form>
					{member.isFor && (
						<div className="hint">
							{member.isFor} ·{" "}
							<a
								href={`${path}?reviewer=${member.id}`}
								aria-label={`${t("team.changeScope")}${marks[locale].colon}${nameOf(member)}`}
							>
								{t("team.changeScope")}
							</a>
						</div>
					)}
					{member.isFor && !member.isConfirmed && <div className="hint">{t("team.unconfirmed")}</div>}
				</>
			),
		},
		{
			label: t("team.remove"),
			unlabelled: true,
			cell: (member) => (
				<a
					className="button"
					href={`${path}?remove=${member.id}`}
					aria-label={`${t("team.remove")}${marks[locale].colon}${nameOf(member)}`}
				>
					{t("team.remove")}
				</a>
			),
		},
	];
	return <Table label={t("team.members")} rows={members} columns={columns} />;
}

function RoleField({ member, problems }: { member: Member; problems: readonly Problem[] }) {
	const { t, locale } = useAllTexts();
	const { id, name, email, role } = member;
	const field = `f-${id}-role`;
	return (
		<>
			<FieldError id={field} problem={problems.find((one) => one.field === `${id}-role`)?.message} />
			<RoleSelect id={field} label={`${t("team.role")}${marks[locale].colon}${name || email}`} value={role} />
		</>
	);
}

/** Asks for confirmation before removing a member, or says why they cannot be removed. */
export function RemoveMember({ member, path }: { member: Member & { refused?: string }; path: string }) {
	const { t } = useAllTexts();
	const { id, name, email, isSelf, refused } = member;
	const back = (
		<a className="button" href={path}>
			{t("team.keep")}
		</a>
	);
	return (
		<div className="narrow">
			<h1>{isSelf ? t("team.confirmSelf") : <Addresses text={t("team.confirmTitle", { name: name || email })} />}</h1>
			<p>{refused ?? t(isSelf ? "team.confirmLeadSelf" : "team.confirmLead")}</p>
			{refused ? (
				<p className="actions">{back}</p>
			) : (
				<form method="post" action={`${path}#errors`} className="actions" noValidate>
					<FormToken />
					<input type="hidden" name="id" value={id} />
					<button className="danger" type="submit" name="do.remove" value={t("team.confirmYes")}>
						{t("team.confirmYes")}
					</button>
					<Space />
					{back}
				</form>
			)}
		</div>
	);
}
