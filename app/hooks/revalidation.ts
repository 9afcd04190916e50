import type { ShouldRevalidateFunction } from "@remix-run/react";

/** Nobody answered what was posted (`failed-requests.ts`): nobody would answer a request for the page. */
const isUnanswered = (result: unknown) =>
	typeof result === "object" && result !== null && "status" in result && result.status === 0;

/**
 * Loads a page anew after whatever was posted to it. The framework keeps the page after an answer of 400 and more; here
 * it is refused because something else holds now, and that is what the page must show.
 */
export const reloadRefused: ShouldRevalidateFunction = ({ actionStatus, actionResult, defaultShouldRevalidate }) =>
	!isUnanswered(actionResult) && (actionStatus !== undefined || defaultShouldRevalidate);

/** Loads what is around a page anew only where somebody goes elsewhere: it must not fail because the page inside does. */
export const reloadElsewhere: ShouldRevalidateFunction = ({
	currentUrl,
	nextUrl,
	actionResult,
	defaultShouldRevalidate,
}) => !isUnanswered(actionResult) && currentUrl.href !== nextUrl.href && defaultShouldRevalidate;
