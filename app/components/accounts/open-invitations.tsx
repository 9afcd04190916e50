import { useAllTexts } from "../../all-texts.ts";
import type { MailState, mailWord } from "../../enumerations.ts";
import { marks } from "../../programmes/marks.ts";
import type { Role } from "../../roles.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Dated } from "../layout/dated.tsx";
import { Space } from "../layout/space.tsx";
import { listPath } from "../lists/list-url.ts";
import { ScopeCarried } from "./reviewer-scope.tsx";

interface Invitation {
	id: string;
	email: string;
	role: Role;
	invitedAt: string;
	/** State of its email. */
	mail: ReturnType<typeof mailWord<MailState>> | undefined;
	expiresAt: string;
	isExpired: boolean;
	scope: { tracks: readonly string[]; calls: readonly string[] };
	/** The same in words, of a reviewer. */
	isFor?: string;
}

/** Open invitations. */
export function OpenInvitations({ invitations, path }: { invitations: readonly Invitation[]; path: string }) {
	const { t, locale } = useAllTexts();
	return (
		<>
			<h2>{t("team.invitations")}</h2>
			{invitations.length === 0 && <p className="empty">{t("team.none")}</p>}
			<ul className="cards">
				{invitations.map(({ id, email, role, scope, isFor, invitedAt, mail, expiresAt, isExpired }) => (
					<li key={id}>
						<h3>
							<Addresses text={email} />
						</h3>
						<p className="hint">
							{t(`team.roles.${role}`)} · {t("team.invitedAt", { time: invitedAt })} ·{" "}
							<Dated date={expiresAt} text={t(isExpired ? "team.expired" : "team.expires", { time: expiresAt })} />
							{mail && (
								<>
									{" · "}
									<a href={listPath("/admin/mail", { q: email })}>
										{mail === "saved" ? t("team.mailSaved") : t("team.mail", { state: t(`mailState.${mail}`) })}
									</a>
								</>
							)}
						</p>
						{isFor && <p className="hint">{isFor}</p>}
						<form method="post" action={`${path}#errors`} className="actions" noValidate>
							<FormToken />
							<input type="hidden" name="email" value={email} />
							<input type="hidden" name="role" value={role} />
							<ScopeCarried scope={scope} />
							<button
								type="submit"
								name="do.invite"
								value={t("team.again")}
								aria-label={`${t("team.again")}${marks[locale].colon}${email}`}
							>
								{t("team.again")}
							</button>
							<Space />
							<button
								type="submit"
								name="do.withdraw"
								value={id}
								aria-label={`${t("team.withdraw")}${marks[locale].colon}${email}`}
							>
								{t("team.withdraw")}
							</button>
						</form>
					</li>
				))}
			</ul>
		</>
	);
}
