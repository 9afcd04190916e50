import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
	isRouteErrorResponse,
	Link,
	NavLink,
	Outlet,
	type ShouldRevalidateFunction,
	useLoaderData,
	useRouteError,
} from "@remix-run/react";
import type { RouteHandle } from "../handle.ts";
import css from "../styles/site.css?url";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: css }];

/** Frame of the console. Its own check protects nothing below it: every loader and action there asks a service that does. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { mailLeaves: context.mailLeaves };
}

/** A refresh of the page below changes nothing here, and must not fail here either. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
	currentUrl.href !== nextUrl.href && defaultShouldRevalidate;

export default function AdminLayout() {
	const { mailLeaves } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	return (
		<>
			<nav className="tabs" aria-label={t("site.console")}>
				<NavLink to="/admin/proposals">{t("admin.proposals")}</NavLink>
				<NavLink to="/admin/mail">{t("admin.mail")}</NavLink>
			</nav>
			{!mailLeaves && <p className="banner">{t("admin.mailStays")}</p>}
			<Outlet />
		</>
	);
}

export function ErrorBoundary() {
	const error = useRouteError();
	const { t } = useTranslation();
	const message = isRouteErrorResponse(error) && typeof error.data === "string" ? error.data : t("errors.INTERNAL");
	return (
		<>
			<h1>{message}</h1>
			<p className="actions">
				<Link className="button" to="/admin/proposals" reloadDocument>
					{t("admin.proposals")}
				</Link>
			</p>
		</>
	);
}
