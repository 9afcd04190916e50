import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "./root.tsx";

/** What every page knows: language, theme, brand, who is signed in, the form's token. */
export type RootData = Awaited<ReturnType<typeof loader>>;

/** @returns undefined on an error page that stands in for the root itself */
export function useRoot(): RootData | undefined {
	return useRouteLoaderData<typeof loader>("root") as RootData | undefined;
}
