import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EntryCards } from "../components/entry-cards.tsx";
import { IncompleteMark } from "../components/incomplete-mark.tsx";
import { SessionPanel } from "../components/session-panel.tsx";
import type { RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { programmeOf, spotId } from "../programmes/index.ts";
import { formatInstant } from "../programmes/window.ts";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { island: "account" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, brand, locale, zone } = context;
	const entries = services.entries.listOwn(actor).map((entry) => ({
		spot: spotId(entry.category, entry.id),
		category: entry.category,
		title: entry.title,
		status: entry.status,
		incomplete: entry.incomplete,
		updated: formatInstant(entry.updatedAt, zone, locale, "long"),
	}));
	return {
		entries,
		cards: services.programmes.cards(locale),
		session: actor.user && {
			email: actor.user.email,
			isVerified: actor.user.isVerified || actor.user.email === "",
			record: services.sessions.recordOf(actor.user),
			secondsLeft: Math.max(0, Math.floor((actor.user.expiresAt - context.now) / 1000)),
			until: formatInstant(actor.user.expiresAt, zone, locale),
		},
		mailed: new URL(request.url).searchParams.get("mailed"),
		title: pageTitle(t, brand, t("dashboard.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function DashboardPage() {
	const { entries, cards, session, mailed } = useLoaderData<typeof loader>();
	const { t, locale } = useTranslation();
	return (
		<>
			<h1>{t("dashboard.title")}</h1>
			{session && <SessionPanel session={session} mailed={mailed} />}
			<h2>{t("dashboard.entries")}</h2>
			{entries.length === 0 && <p className="empty">{t("dashboard.none")}</p>}
			<ul className="cards">
				{entries.map((entry) => (
					<li key={entry.spot}>
						<p className="hint">
							{programmeOf(entry.category).label[locale]} · {t("entry.updated", { time: entry.updated })}
						</p>
						<h3>{entry.title || t("entry.untitled")}</h3>
						<p>
							<span className={`status ${entry.status.toLowerCase()}`}>{t(`status.${entry.status}`)}</span>{" "}
							<IncompleteMark category={entry.category} fields={entry.incomplete} />
						</p>
						<p>
							<a className="button" href={`${programmeOf(entry.category).path}?spot=${entry.spot}`}>
								{t(entry.incomplete.length > 0 ? "entry.complete" : "entry.edit")}
							</a>
						</p>
					</li>
				))}
			</ul>
			<h2>{t("login.calls")}</h2>
			<EntryCards cards={cards} />
		</>
	);
}
