import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ConsoleTabs } from "../components/layout/console-tabs.tsx";
import { ErrorPage, errorMeta } from "../components/layout/error-page.tsx";
import { Toasts } from "../components/layout/toasts.tsx";
import type { RouteHandle } from "../handle.ts";
import { useKeptFocus } from "../hooks/kept-focus.ts";
import { useStayOffline } from "../hooks/kept-page.ts";
import type { RootData } from "../root-data.ts";
import css from "../styles/console.css?url";
import { useTranslation } from "../translation.tsx";

export const handle: RouteHandle = { hydrate: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: css }];

/** Frame of the console. Its own check protects nothing below it: every loader and action there asks a service that does. */
export async function loader({ context }: LoaderFunctionArgs) {
	return { mailLeaves: context.mailLeaves };
}

/** What it says is a setting of the server, and loading it again could only fail. */
export const shouldRevalidate = () => false;

export const meta: MetaFunction = ({ matches, error }) =>
	error ? errorMeta(error, matches.find(({ id }) => id === "root")?.data as RootData | undefined) : [];

export default function AdminLayout() {
	const { mailLeaves } = useLoaderData<typeof loader>();
	const { t } = useTranslation();
	useKeptFocus();
	useStayOffline();
	return (
		<>
			<ConsoleTabs />
			{!mailLeaves && <p className="banner">{t("admin.mailStays")}</p>}
			<Toasts>
				<Outlet />
			</Toasts>
		</>
	);
}

/** Keeps the console's tabs and style around what could not be shown. */
export function ErrorBoundary() {
	const error = useRouteError();
	return (
		<>
			<ConsoleTabs />
			<ErrorPage error={error} />
		</>
	);
}
