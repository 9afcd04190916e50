import type { LinksFunction, MetaFunction } from "@remix-run/node";
import { Outlet, useRouteError } from "@remix-run/react";
import { ConsoleFrame } from "../components/layout/console-frame.tsx";
import { ErrorPage, errorMeta } from "../components/layout/error-page.tsx";
import { ProgressLine } from "../components/layout/progress-line.tsx";
import { Toasts } from "../components/layout/toasts.tsx";
import type { RouteHandle } from "../handle.ts";
import { useKeptFocus } from "../hooks/kept-focus.ts";
import { useReachableScreens } from "../hooks/reachable-screens.ts";
import type { RootData } from "../root-data.ts";
import css from "../styles/console.css?url";

export const handle: RouteHandle = { hydrate: true };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: css }];

/** Frame of the console. It protects nothing below it: every loader and action there asks a service that does. */
export const meta: MetaFunction = ({ matches, error }) =>
	error ? errorMeta(error, matches.find(({ id }) => id === "root")?.data as RootData | undefined) : [];

export default function AdminLayout() {
	useKeptFocus();
	useReachableScreens();
	return (
		<ConsoleFrame>
			<ProgressLine />
			<Toasts>
				<Outlet />
			</Toasts>
		</ConsoleFrame>
	);
}

/** Keeps the console's navigation and style around what could not be shown. */
export function ErrorBoundary() {
	const error = useRouteError();
	return (
		<ConsoleFrame>
			<ErrorPage error={error} />
		</ConsoleFrame>
	);
}
