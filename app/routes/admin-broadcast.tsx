import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { LetterText } from "../components/mails/letter-text.tsx";
import { MailBatch } from "../components/mails/mail-batch.tsx";
import { pageMeta } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { broadcastPage, takeSent } from "../pages/broadcasts.server.ts";

/** How far a broadcast is. It goes on by itself; its mails can be cancelled, and put back. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const page = broadcastPage(context, params.broadcast ?? "", new URL(request.url).searchParams);
	return { ...page, title: pageTitle(context, context.t("broadcast.one")) };
}

export const action = ({ params, context }: ActionFunctionArgs) => takeSent(context, params.broadcast ?? "");

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function BroadcastPage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useAllTexts();
	return (
		<MailBatch heading={t("broadcast.one")} backTo={t("broadcast.title")} page={page} report={report}>
			<details>
				<summary>{t("broadcast.text")}</summary>
				<div className="outbox">
					{page.texts.map(({ language, subject, body }) => (
						<LetterText key={language} subject={subject} body={body} />
					))}
				</div>
			</details>
		</MailBatch>
	);
}
