import type { MetaFunction } from "@remix-run/node";
import { Outlet, useMatches, useRouteError } from "@remix-run/react";
import { ConsoleFrame } from "../components/layout/console-frame.tsx";
import { ErrorPage, errorMeta } from "../components/layout/error-page.tsx";
import { ProgressLine } from "../components/layout/progress-line.tsx";
import { Toasts } from "../components/layout/toasts.tsx";
import { handlesOf, type RouteHandle } from "../handle.ts";
import { useKeptFocus } from "../hooks/kept-focus.ts";
import { useReachableScreens } from "../hooks/reachable-screens.ts";
import type { RootData } from "../root-data.ts";

export const handle: RouteHandle = { wide: true, style: "console" };

/** Frame of the console. It protects nothing below it: every loader and action there asks a service that does. */
export const meta: MetaFunction = ({ matches, error }) =>
	error ? errorMeta(error, matches.find(({ id }) => id === "root")?.data as RootData | undefined) : [];

export default function AdminLayout() {
	const hydrates = handlesOf(useMatches()).some(({ hydrate }) => hydrate);
	return <ConsoleFrame>{hydrates ? <HydratedScreen /> : <Outlet />}</ConsoleFrame>;
}

function HydratedScreen() {
	useKeptFocus();
	useReachableScreens();
	return (
		<>
			<ProgressLine />
			<Toasts>
				<Outlet />
			</Toasts>
		</>
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
