import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "../http.ts";
import { formatInstant } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

/** The outbox: what was written to whom, and what became of it. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, t, brand, locale, zone } = context;
	const mails = services.mailing.list(actor).map((mail) => ({
		id: mail.id,
		to: mail.toAddress,
		subject: mail.subject,
		body: mail.body,
		state: mail.state,
		lastError: mail.lastError,
		created: formatInstant(mail.createdAt, zone, locale),
	}));
	return { mails, title: pageTitle(t, brand, t("admin.mail")) };
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function MailPage() {
	const { mails } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	return (
		<>
			<h1>{t("admin.mail")}</h1>
			{mails.length === 0 && <p className="empty">{t("admin.noMail")}</p>}
			<ul className="mails">
				{mails.map((mail) => (
					<li key={mail.id}>
						<details>
							<summary>
								<span className="state">{t(`mailState.${mail.state}`)}</span> {mail.subject} · {mail.to}{" "}
								<span className="hint">{mail.created}</span>
							</summary>
							{mail.lastError && <p className="error">{mail.lastError}</p>}
							<pre>{mail.body}</pre>
						</details>
					</li>
				))}
			</ul>
		</>
	);
}
