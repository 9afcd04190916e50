import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { withReturn } from "../accounts/return-path.ts";
import { useAllTexts } from "../all-texts.ts";
import { ProofForm } from "../components/accounts/reauthentication-form.tsx";
import { ErrorSummary } from "../components/forms/error-summary.tsx";
import { Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, safePath, seeOther } from "../http.ts";
import { CONSOLE_LISTS, ENTRY_KINDS } from "../kinds.ts";
import { proofForm } from "../schemas/auth.ts";

export const handle = { island: "account", keeps: {} } satisfies RouteHandle;

/** Asks for proof of identity again before sensitive actions, if the login was a while ago. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, t, keptPost } = context;
	const search = new URL(request.url).searchParams;
	const returnPath = safePath(search.get("return") ?? "", "/dashboard");
	const isDownload = context.isDownload(returnPath);
	const done = search.has("done") && actor.user?.isFresh === true && isDownload;
	return {
		returnPath,
		list: listOf(returnPath),
		lead: keptPost ? t("confirm.leadKept") : leadOf(context, returnPath),
		way: services.reauthentication.wayOf(actor),
		email: actor.user?.email ?? "",
		kept: keptPost && { path: keptPost.path, values: keptPost.values },
		sent: search.get("sent"),
		/** The file that was asked for comes now. */
		refreshTo: done ? returnPath : undefined,
		title: pageTitle(context, t("confirm.title")),
	};
}

/** What the proof is asked for, as far as the address tells it. */
function leadOf(context: AppLoadContext, path: string): string {
	const { t } = context;
	if (listOf(path)) return t("confirm.leadData");
	if (context.isDownload(path)) return t("confirm.leadFile");
	const { pathname } = new URL(path, "http://internal");
	if (/^\/admin\/team(\/|$)/.test(pathname)) return t("confirm.leadPage", { page: t("team.title") });
	if (pathname === "/account/erase") return t("confirm.leadPage", { page: t("account.erase") });
	return t("confirm.lead");
}

/** Address of the list that a file is of, as the file's own address has its filters. */
function listOf(download: string): string | undefined {
	const { pathname, searchParams } = new URL(download, "http://internal");
	const kind = ENTRY_KINDS.find((one) => pathname === `/admin/export/${one}`);
	if (!kind) return;
	searchParams.delete("ids");
	return `${CONSOLE_LISTS[kind]}${searchParams.size > 0 ? `?${searchParams}` : ""}`;
}

/** Takes the proof and leads on; a form that waits is shown with the question until the proof comes with it. */
export async function action({ request, context }: ActionFunctionArgs) {
	const { services, actor, form, device, locale, keptPost } = context;
	const { proof } = proofForm.safeParse(form).data ?? proofForm.parse({});
	if (keptPost) return asked(context, keptPost);
	const returnPath = safePath(new URL(request.url).searchParams.get("return") ?? "", "/dashboard");
	if ("do.code" in form) {
		const sent = await services.reauthentication.sendCode(actor, locale);
		throw seeOther(withReturn(`/confirm?sent=${sent ? "1" : "0"}`, returnPath));
	}
	if (!(await services.reauthentication.prove(actor, proof, device))) return wrong(context);
	throw seeOther(context.isDownload(returnPath) ? withReturn("/confirm?done=1", returnPath) : returnPath);
}

async function asked(context: AppLoadContext, { asksForCode, isWrong }: NonNullable<AppLoadContext["keptPost"]>) {
	const { services, actor, locale } = context;
	if (isWrong) return wrong(context);
	const sent = asksForCode ? ((await services.reauthentication.sendCode(actor, locale)) ? "1" : "0") : undefined;
	return data({ problems: [], headline: undefined, values: {}, sent }, { status: 403 });
}

function wrong(context: AppLoadContext) {
	const { proof } = proofForm.safeParse(context.form).data ?? proofForm.parse({});
	const isCode = context.services.reauthentication.wayOf(context.actor) === "code";
	const [missing, refused] = isCode
		? (["confirm.noCode", "confirm.wrongCode"] as const)
		: (["login.password", "account.wrongPassword"] as const);
	const message = context.t(proof.trim() === "" ? missing : refused);
	return context.sendBack(handle.keeps, { problems: [{ field: "proof", message }] });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ConfirmPage() {
	const page = useLoaderData<typeof loader>();
	const failed = useActionData<typeof action>();
	const { t } = useAllTexts();
	const sent = failed && "sent" in failed ? failed.sent : page.sent;
	const problems = failed?.problems ?? [];
	if (page.refreshTo && !failed) {
		return (
			<Card continueAt={page.refreshTo}>
				<h1 id="confirm">{t("confirm.done")}</h1>
				<p className="lead" role="status">
					{t("confirm.downloads")}
				</p>
				<p className="actions">
					<a className="button primary" href={page.refreshTo}>
						{t("confirm.download")}
					</a>
					<Space />
					<a className="button" href={page.list ?? "/dashboard"}>
						{t(page.list ? "admin.backToList" : "site.toDashboard")}
					</a>
				</p>
			</Card>
		);
	}
	return (
		<Card>
			<ErrorSummary problems={problems} headline={failed?.headline} />
			<h1 id="confirm">{t("confirm.title")}</h1>
			<p>{page.lead}</p>
			<ProofForm {...page} sent={sent} problems={problems} />
		</Card>
	);
}

/** Looks as the form to log in does: it asks for the same. */
function Card({ continueAt, children }: { continueAt?: string; children: ReactNode }) {
	return (
		<div className="front login-first" data-continue={continueAt}>
			<section className="log-in" aria-labelledby="confirm">
				{children}
			</section>
		</div>
	);
}
