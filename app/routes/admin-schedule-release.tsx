import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { Reference } from "../components/entries/entry-reference.tsx";
import { FormToken } from "../components/forms/form-token.tsx";
import { ReportBanner } from "../components/layout/action-report.tsx";
import { Dated } from "../components/layout/dated.tsx";
import { OlderLinks } from "../components/lists/older-links.tsx";
import { MailNotice } from "../components/mails/mail-notice.tsx";
import { BOARD } from "../components/schedule/board-url.ts";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle } from "../http.ts";
import { reported } from "../pages/proposal-actions.server.ts";
import { releasePage, takeRelease } from "../pages/release.server.ts";
import { useTranslation } from "../translation.tsx";

/** More changes than this are shown when asked for, so that the button to release is in sight. */
const MOST_OPEN = 8;

export const handle: RouteHandle = { typing: true };

/** Makes the draft of the schedule public as a numbered version, and shows those before. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { t } = context;
	return { ...releasePage(context, new URL(request.url).searchParams), title: pageTitle(context, t("release.title")) };
}

export async function action({ context }: ActionFunctionArgs) {
	return reported(context, await takeRelease(context));
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ReleasePage() {
	const page = useLoaderData<typeof loader>();
	const report = useActionData<typeof action>();
	const { t } = useTranslation();
	const { version, changes, history } = page;
	return (
		<>
			<p>
				<Link to={BOARD}>← {t("release.board")}</Link>
			</p>
			<h1>{t("release.title")}</h1>
			<p>{version === 1 ? t("release.leadFirst") : t("release.lead", { version: version - 1 })}</p>
			{version > 1 && (
				<p>
					<a href="/schedule" className="button">
						{t("release.public")}
					</a>
				</p>
			)}
			<ReportBanner report={report} />
			<h2>
				{changes.length > 0
					? t("release.button", { version })
					: version === 1
						? t("release.upToDate")
						: t("release.none", { version: version - 1 })}
			</h2>
			{changes.length > 0 ? (
				<ReleaseForm page={page} note={report?.note} />
			) : (
				<p className="empty">{t(version === 1 ? "release.nothing" : "release.toChange")}</p>
			)}
			{changes.length === 0 && version > 1 && page.letters > 0 && (
				<form method="post" action={`${BOARD}/release`} noValidate>
					<FormToken />
					<button type="submit" name="do.letters" value={page.lettersText}>
						{page.lettersText}
					</button>
				</form>
			)}
			<h2 id="versions">{t("release.history")}</h2>
			{version === 1 && <p className="empty">{t("release.never")}</p>}
			{history.map((one) => (
				<Fragment key={one.version}>
					<h3>{t("release.next", { version: one.version })}</h3>
					<p className="hint">
						<Dated date={one.at} text={t("release.by", { time: one.at, by: one.by || "–" })} />
					</p>
					{one.note && <p>{one.note}</p>}
					<Changes changes={one.changes} open={false} />
				</Fragment>
			))}
			<OlderLinks
				older={page.older}
				newest={page.newest}
				words={{ older: t("release.older"), newest: t("release.newest") }}
			/>
		</>
	);
}

type Shown = ReturnType<typeof releasePage>;

function ReleaseForm({ page, note }: { page: Shown; note: string | undefined }) {
	const { t } = useTranslation();
	const { version, draft, changes, letters, lettersText, checks } = page;
	return (
		<>
			<p>{t("release.then")}</p>
			<Changes changes={changes} open={changes.length <= MOST_OPEN} />
			<h3>{t("release.before")}</h3>
			<Checks checks={checks} />
			<form
				method="post"
				action={`${BOARD}/release`}
				className="console-form"
				noValidate
				data-offline={t("release.failed", { message: t("site.offline") })}
			>
				<FormToken />
				<input type="hidden" name="draft" value={draft} />
				<div className="field">
					<label htmlFor="f-note">{t("release.note")}</label>
					<p className="hint" id="f-note-hint">
						{t("release.noteHint")}
					</p>
					<textarea id="f-note" name="note" rows={3} defaultValue={note} aria-describedby="f-note-hint" />
				</div>
				{letters > 0 ? (
					<>
						<p>
							<label className="tick">
								<input type="checkbox" name="letters" value="yes" /> {lettersText}
							</label>
						</p>
						<MailNotice beside />
					</>
				) : (
					<p className="hint">{t("release.lettersNone")}</p>
				)}
				<button type="submit" className="primary">
					{t("release.button", { version })}
				</button>
			</form>
		</>
	);
}

function Checks({ checks }: Pick<Shown, "checks">) {
	const { t } = useTranslation();
	if (checks.length === 0) return <p>{t("release.fine")}</p>;
	return (
		<ul>
			{checks.map(({ text, to }) => (
				<li key={to}>
					<Link to={to}>{text}</Link>
				</li>
			))}
		</ul>
	);
}

function Changes({ changes, open }: Pick<Shown, "changes"> & { open: boolean }) {
	const { t } = useTranslation();
	return (
		<details open={open}>
			<summary>{t("release.changes", { count: changes.length })}</summary>
			<ul>
				{changes.map(({ text, reference }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same
					<li key={index}>
						{text} {reference && <Reference of={reference} />}
					</li>
				))}
			</ul>
		</details>
	);
}
