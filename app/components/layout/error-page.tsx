import { isRouteErrorResponse } from "@remix-run/react";
import { NOT_YOURS, type NotYoursReason } from "../../entry-refusal.ts";
import { useWayToLogIn } from "../../hooks/signed-out.ts";
import type { Refused } from "../../programmes/shown-again.ts";
import { type RootData, useRoot } from "../../root-data.ts";
import { textsIn, useTranslation } from "../../translation.tsx";
import { NotYours } from "../entries/not-yours.tsx";
import { NotFound } from "./not-found.tsx";
import { Space } from "./space.tsx";
import { TypedTexts } from "./typed-texts.tsx";

const isMissing = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

/** Why an entry is not shown, if that is the error. */
const notYours = (error: unknown) =>
	isRouteErrorResponse(error) && error.statusText === NOT_YOURS ? (error.data as NotYoursReason) : undefined;

/** Messages of the server are safe to show; messages of errors thrown in the browser are not meant for people. */
function messageOf(error: unknown, fallback: string): string {
	const refused = refusedBy(error);
	if (refused) return refused.message;
	return isRouteErrorResponse(error) && typeof error.data === "string" && error.data ? error.data : fallback;
}

const refusedBy = (error: unknown): Refused | undefined =>
	isRouteErrorResponse(error) && typeof error.data?.message === "string" ? (error.data as Refused) : undefined;

/** The title of a page that could not be shown. */
export function errorMeta(error: unknown, root: RootData | undefined) {
	const { t } = textsIn(root?.locale);
	const reason = notYours(error);
	const missing = reason ? t(`entry.${reason}`) : t("notFound.title");
	const title = isMissing(error) ? missing : messageOf(error, t("errors.INTERNAL"));
	return [
		{ title: root ? `${title} — ${t("site.title", { product: root.brand.product })}` : title },
		{ name: "robots", content: "noindex" },
	];
}

/** Shown instead of a page that failed. A missing page looks the same everywhere. */
export function ErrorPage({ error }: { error: unknown }) {
	const { t } = useTranslation();
	const back = useRoot()?.back ?? "/dashboard";
	const reason = notYours(error);
	useWayToLogIn(error);
	if (reason) return <NotYours reason={reason} />;
	const { typed = [], logIn } = refusedBy(error) ?? {};
	if (isMissing(error)) return <NotFound typed={typed} />;
	return (
		<div className="narrow">
			<h1>{messageOf(error, t("errors.INTERNAL"))}</h1>
			<TypedTexts texts={typed} />
			<p className="actions">
				<a className="button" href={logIn ? "/" : back}>
					{t(logIn ? "errors.back" : "notFound.back")}
				</a>
				<Space />
				<a className="button primary" href={logIn ?? "/"}>
					{t(logIn ? "site.logIn" : "errors.back")}
				</a>
			</p>
		</div>
	);
}
