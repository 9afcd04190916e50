import { withReturn } from "../../accounts/return-path.ts";
import type { NotYoursReason } from "../../entry-refusal.ts";
import { useRoot } from "../../root-data.ts";
import { useTranslation } from "../../translation.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { Space } from "../layout/space.tsx";

/** In place of an entry that is not there or not the visitor's: the same for both, with the ways on. */
export function NotYours({ reason }: { reason: NotYoursReason }) {
	const { t } = useTranslation();
	const root = useRoot();
	const user = root?.user;
	const login = withReturn("/login", root?.path.replace(/[?&]key=[^&]*/, "") ?? "");
	return (
		<div className="narrow">
			<h1>{t(`entry.${reason}`)}</h1>
			<p className="lead">{t(`entry.${reason}Lead`, { email: user?.email || t("site.anonymous") })}</p>
			<div className="actions">
				<a className="button primary" href={user ? "/dashboard" : login}>
					{t(user ? "site.toDashboard" : "site.logIn")}
				</a>
				<Space />
				{user && (
					<form method="post" action="/logout" noValidate>
						<FormToken />
						<button type="submit">{t("entry.otherAccount")}</button>
					</form>
				)}
			</div>
		</div>
	);
}
