import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { MailNotice } from "../mails/mail-notice.tsx";

/** Asks before many are told: who is told what, and what can still be undone then. */
export function ReleaseQuestion({ page }: { page: ReturnType<typeof decisionsPage> }) {
	const { t, locale } = useAllTexts();
	return (
		<>
			<h1>{page.button}</h1>
			<p className="lead">{page.summary}</p>
			<ul className="history">
				{page.recipients.map(({ status, text, people }) => (
					<li key={status}>
						<details>
							<summary>{text}</summary>
							<ul>
								{people.map(({ id, title, to, reference, stillSeen }) => (
									<li key={id}>
										<span lang={langOf(title, locale)}>{title}</span> ·{" "}
										<Addresses text={to || t("decisions.noAddress")} /> <span className="hint">{reference}</span>{" "}
										{stillSeen && <span className="status">{stillSeen}</span>}
									</li>
								))}
							</ul>
						</details>
					</li>
				))}
			</ul>
			{page.onPages && <p>{page.onPages}</p>}
			{page.saved && <p>{page.saved}</p>}
			<p>{page.outcome}</p>
			{page.mails > 0 && <MailNotice beside />}
			<form method="post" action={page.path} noValidate>
				<FormToken />
				<input type="hidden" name="filter" value={page.path.split("?")[1]} />
				<input type="hidden" name="seen" value={page.seen} />
				<p className="actions">
					<button type="submit" className="primary">
						{page.button}
					</button>
					<Space />
					<a className="button" href={page.path}>
						{t("waiting.back")}
					</a>
				</p>
			</form>
		</>
	);
}
