import { withReturn } from "../../accounts/return-path.ts";
import { useAllTexts } from "../../all-texts.ts";
import type { Problem } from "../../programmes/problems.ts";
import { FormToken } from "../forms/form-token.tsx";
import { TextField } from "../forms/text-field.tsx";
import { Space } from "../layout/space.tsx";

interface Props {
	way: "password" | "code" | "github" | "none";
	email: string;
	/** Where it leads. */
	returnPath: string;
	/** The list that a file was asked for in. */
	list?: string | undefined;
	/** A form that waits for the proof, and is sent with it. */
	kept?: { path: string; values: [name: string, value: string][] };
	/** "1": a code has just been sent; "0": it was sent a moment ago. */
	sent?: string | null;
	problems: readonly Problem[];
}

/** Asks for the password; accounts without one are asked for an emailed code. */
export function ProofForm({ way, email, returnPath, list, kept, sent, problems }: Props) {
	const { t } = useAllTexts();
	if (way === "github" || way === "none") {
		return (
			<>
				<p>{t(`confirm.${way}`)}</p>
				<p className="actions">
					{way === "github" && (
						<a className="button primary" href={withReturn("/api/auth/github", returnPath)}>
							{t("login.github")}
						</a>
					)}
					<Space />
					<a className="button" href="/dashboard">
						{t("site.toDashboard")}
					</a>
				</p>
			</>
		);
	}
	const asksForCode = way === "code" && sent == null && problems.length === 0;
	return (
		<form method="post" action={`${kept ? kept.path : withReturn("/confirm", returnPath)}#errors`} noValidate>
			<FormToken />
			{kept?.values.map(([name, value], index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the pairs of a form never change, and names repeat.
				<input key={index} type="hidden" name={name} value={value} />
			))}
			{sent != null && (
				<p className="banner" role="status">
					{t(sent === "1" ? "confirm.codeSent" : "confirm.codeTooSoon", { email })}
				</p>
			)}
			{asksForCode ? (
				<p>{t("confirm.codeLead", { email })}</p>
			) : (
				<>
					{way === "password" && <input type="hidden" name="username" value={email} autoComplete="username" />}
					<TextField
						name="proof"
						type={way === "password" ? "password" : "text"}
						label={t(way === "password" ? "login.passwordLabel" : "confirm.code")}
						autoComplete={way === "password" ? "current-password" : "one-time-code"}
						inputMode={way === "code" ? "numeric" : undefined}
						problems={problems}
					/>
				</>
			)}
			<div className="actions">
				{!asksForCode && (
					<button className="primary" type="submit">
						{t("confirm.submit")}
					</button>
				)}
				<Space />
				{way === "code" && (
					<button
						className={asksForCode ? "primary" : undefined}
						type="submit"
						name="do.code"
						value={t("confirm.sendCode")}
					>
						{t("confirm.sendCode")}
					</button>
				)}
				<Space />
				<a className="button" href={list ?? "/dashboard"}>
					{t(list ? "admin.backToList" : "confirm.cancel")}
				</a>
			</div>
		</form>
	);
}
