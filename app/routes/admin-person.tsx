import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PERSON_KEEPS } from "../accounts/person-form.ts";
import { useAllTexts } from "../all-texts.ts";
import { ErasePerson, FoundPerson } from "../components/accounts/found-person.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { PERSON, takePerson } from "../pages/person.server.ts";

export const handle = { keeps: PERSON_KEEPS } satisfies RouteHandle;

/** Finds a person by address. The form posts, so that the address is in no link and no log. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { path: PERSON, ownPreferences: true, title: pageTitle(context, context.t("person.title")) };
}

export const action = ({ context }: ActionFunctionArgs) => takePerson(context);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function PersonPage() {
	const { path } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = answer?.problems ?? [];
	const person = answer?.person;
	if (person && answer?.asks) {
		return (
			<>
				<ErrorSummary problems={problems} headline={answer.headline} />
				<ErasePerson person={person} path={path} word={answer.values.word} problems={problems} />
			</>
		);
	}
	return (
		<>
			<ErrorSummary problems={problems} headline={answer?.headline} />
			<ReportText report={undefined} />
			<h1>{t("person.title")}</h1>
			<p className="lead">{t("person.lead")}</p>
			<form method="post" action={`${path}#errors`} className="narrow" noValidate>
				<FormToken />
				<TextField
					name="address"
					type="text"
					label={t("person.address")}
					autoComplete="off"
					value={answer?.values.address}
					problems={problems}
				/>
				<div className="actions">
					<button className="primary" type="submit" name="do.find" value={t("person.find")}>
						{t("person.find")}
					</button>
				</div>
				<FormPreferences />
			</form>
			{person && <FoundPerson person={person} path={path} />}
		</>
	);
}
