import type { ShouldRevalidateFunction } from "@remix-run/react";
import { OPEN_IN_LIST } from "../open-in-list.ts";

/** The post got no answer (`failed-requests.ts`), so reloading would get none either. */
const isUnanswered = (result: unknown) =>
	typeof result === "object" && result !== null && "status" in result && result.status === 0 && !("answered" in result);

/**
 * Reloads the data after every post. Remix keeps the old data after an answer of 400 or above; here a refusal means
 * that the data has changed, and the page must show it.
 */
const reloadRefused: ShouldRevalidateFunction = ({ actionStatus, actionResult, defaultShouldRevalidate }) =>
	!isUnanswered(actionResult) && (actionStatus !== undefined || defaultShouldRevalidate);

/** Like `reloadRefused`. Which entry of the board is chosen is in its address only, so choosing another one loads nothing. */
export const reloadFiltered: ShouldRevalidateFunction = (args) => {
	const { actionStatus, currentUrl, nextUrl } = args;
	const isSame = currentUrl.href === nextUrl.href;
	return (isSame || actionStatus !== undefined || isOtherPage(currentUrl, nextUrl)) && reloadRefused(args);
};

/**
 * Reloads a layout only when navigating to another page: it must not fail because the page inside does, and opening
 * something in a list must not wait for it.
 */
export const reloadElsewhere: ShouldRevalidateFunction = ({
	currentUrl,
	nextUrl,
	actionResult,
	defaultShouldRevalidate,
}) => !isUnanswered(actionResult) && isOtherPage(currentUrl, nextUrl) && defaultShouldRevalidate;

function isOtherPage(...urls: [URL, URL]): boolean {
	const [one, other] = urls.map(({ pathname, search }) => {
		const page = new URLSearchParams(search);
		for (const name of OPEN_IN_LIST) page.delete(name);
		return `${pathname}?${page}`;
	});
	return one !== other;
}
