import type { ShouldRevalidateFunction } from "@remix-run/react";

/** The post got no answer (`failed-requests.ts`), so reloading would get none either. */
const isUnanswered = (result: unknown) =>
	typeof result === "object" && result !== null && "status" in result && result.status === 0;

/**
 * Reloads the data after every post. Remix keeps the old data after an answer of 400 or above; here a refusal means
 * that the data has changed, and the page must show it.
 */
export const reloadRefused: ShouldRevalidateFunction = ({ actionStatus, actionResult, defaultShouldRevalidate }) =>
	!isUnanswered(actionResult) && (actionStatus !== undefined || defaultShouldRevalidate);

/** Reloads a layout only on navigation: it must not fail because the page inside does. */
export const reloadElsewhere: ShouldRevalidateFunction = ({
	currentUrl,
	nextUrl,
	actionResult,
	defaultShouldRevalidate,
}) => !isUnanswered(actionResult) && currentUrl.href !== nextUrl.href && defaultShouldRevalidate;
