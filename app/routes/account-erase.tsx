import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { Reference } from "../components/entries/entry-reference.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { TextField } from "../components/forms/text-field.tsx";
import { FormPreferences } from "../components/layout/preferences.tsx";
import { Space } from "../components/layout/space.tsx";
import { PAGE_SIZE } from "../enumerations.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { spotId } from "../programmes/spot-ids.ts";
import { eraseForm } from "../schemas/auth.ts";

export const handle = { keeps: { word: LONGEST_ADDRESS } } satisfies RouteHandle;

/** The data that erasing the person logged in would remove. */
export async function loader({ context }: LoaderFunctionArgs) {
	const { services, actor, locale, t } = context;
	const mayErase = services.erasing.mayEraseOwn(actor);
	const { rows, total } = services.personalData.ownEntries(actor, PAGE_SIZE);
	return {
		mayErase,
		ownPreferences: mayErase,
		word: services.erasing.wordOf(actor),
		entries: rows.map((entry) => ({
			spot: spotId(entry),
			label: services.registry().programmeOf(entry.category).label[locale],
			title: entry.title,
		})),
		others: total > rows.length ? t("account.eraseOthers", { count: total - rows.length }) : "",
		title: pageTitle(context, t("account.erase")),
	};
}

export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, form, device, t } = context;
	const { word } = eraseForm.safeParse(form).data ?? eraseForm.parse({});
	const outcome = await services.erasing.eraseOwn(actor, word, device);
	if (outcome === "wrong") {
		return context.sendBack(handle.keeps, { problems: [{ field: "word", message: t("account.wrongWord") }] });
	}
	if (outcome === "manager") throw seeOther("/account/erase");
	context.signOut();
	throw seeOther("/?erased=1");
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ErasePage() {
	const { mayErase, word, entries, others } = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	return (
		<div className="narrow">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1>{t("account.erase")}</h1>
			{mayErase ? (
				<form method="post" action="/account/erase#errors" noValidate>
					<FormToken />
					<p>{t("account.eraseLead")}</p>
					{entries.length > 0 && (
						<>
							<p>{t("account.eraseEntries")}</p>
							<ul>
								{entries.map(({ spot, label, title }) => (
									<li key={spot}>
										<a href={`/entry/${spot}`}>{title || label}</a> <Reference of={spot} />
										{title && <> · {label}</>}
									</li>
								))}
							</ul>
							{others && <p>{others}</p>}
						</>
					)}
					<p>{t("account.eraseBackups")}</p>
					<TextField
						name="word"
						type="text"
						label={t("account.word", { word })}
						autoComplete="off"
						value={failed?.values.word}
						problems={problems}
					/>
					<div className="actions">
						<button className="danger" type="submit">
							{t("account.eraseYes")}
						</button>
						<Space />
						<a className="button" href="/account">
							{t("account.keep")}
						</a>
					</div>
					<FormPreferences />
				</form>
			) : (
				<>
					<p>{t("account.administrator")}</p>
					<p className="actions">
						<a className="button" href="/account">
							{t("account.back")}
						</a>
					</p>
				</>
			)}
		</div>
	);
}
