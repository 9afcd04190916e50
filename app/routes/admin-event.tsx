import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { EVENT_FIELD_NAMES, rulesOfField } from "../brand/event-fields.ts";
import { EventDifferences } from "../components/event/event-differences.tsx";
import { EventForm } from "../components/event/event-form.tsx";
import { LogoForm } from "../components/event/logo-form.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { ReportText } from "../components/layout/action-report.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { eventPage, takeEvent } from "../pages/event.server.ts";
import { useRoot } from "../root-data.ts";

export const handle = {
	// What is too long is shown again to be shortened.
	keeps: {
		...Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, 4 * rulesOfField(name).max])),
		was: 40_000,
	},
} satisfies RouteHandle;

/**
 * Shows and edits what visitors see of the conference. A saved change loads the whole page, because the header shows the
 * brand.
 */
export async function loader({ context }: LoaderFunctionArgs) {
	const title = pageTitle(context, context.t("eventPage.title"));
	return { ...eventPage(context), ownPreferences: true, title };
}

export const action = ({ context }: ActionFunctionArgs) => takeEvent(context, handle.keeps);

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function EventPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const logo = useRoot()?.logo;
	const { t } = useAllTexts();
	const problems = failed?.problems ?? [];
	const differences = failed?.differences ?? [];
	return (
		<div className="console-form">
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<ReportText report={undefined} />
			<h1>{t("eventPage.title")}</h1>
			<p className="lead">{t("eventPage.lead")}</p>
			<p>
				<a href="/admin/event/setup">{t("setupMessages.title")}</a>{" "}
				<span className="hint">{t("setupMessages.short")}</span>
			</p>
			{differences.length > 0 && <EventDifferences differences={differences} />}
			{/* First: what stands below it is saved by the button at the end. */}
			<LogoForm version={page.logoVersion} logo={logo} problems={problems} />
			<EventForm
				page={page}
				// The other form of the page has none of these fields.
				values={failed?.values.was ? failed.values : page.settings}
				was={failed?.values.was || JSON.stringify(page.settings)}
				problems={problems}
				nearest={failed?.nearest}
			/>
			<p className="actions">
				<a href="/admin/event/next">{t("editionPage.link")}</a>
				<Space />
				<a href="/admin/person">{t("person.title")}</a>
			</p>
		</div>
	);
}
