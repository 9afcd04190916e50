import { useAllTexts } from "../../all-texts.ts";
import type { broadcastsPage } from "../../pages/broadcasts.server.ts";
import { FormToken } from "../forms/form-token.tsx";
import { Addresses } from "../layout/addresses.tsx";
import { SentenceSpace, Space } from "../layout/space.tsx";
import { withParameters } from "../lists/list-url.ts";
import { OlderLinks } from "../lists/older-links.tsx";
import { Pagination } from "../lists/pagination.tsx";
import { LetterText } from "./letter-text.tsx";
import { MailNotice } from "./mail-notice.tsx";

/** Every letter of a broadcast as it will leave, a page of them, and the buttons that send it. */
export function BroadcastLetters({ page }: { page: ReturnType<typeof broadcastsPage> }) {
	const { t } = useAllTexts();
	return (
		<>
			<h2 id="emails">{t("broadcast.emails", { count: page.count })}</h2>
			{page.inOther && <p>{page.inOther}</p>}
			{page.hidesKeys && <p className="hint">{t("letters.privateLink")}</p>}
			<ul className="outbox">
				{page.letters.map((letter, index) => (
					<li key={letter.id}>
						<details open={index === 0}>
							<summary>
								<Addresses text={letter.to} /> · {letter.about} <span className="hint">{letter.references}</span>
							</summary>
							<LetterText subject={letter.subject} body={letter.body} />
						</details>
					</li>
				))}
			</ul>
			<Pagination page={page.page} pages={page.pages} pathOf={(at) => withParameters(page.path, { page: at })} />
			<form method="post" action={page.path} noValidate>
				<FormToken />
				<input type="hidden" name="seen" value={page.seen} />
				<MailNotice beside />
				<p className="hint">{t("broadcast.testHint")}</p>
				{/* Enter presses the first button. */}
				<p className="actions">
					<button type="submit" name="do.test" value={t("broadcast.test")}>
						{t("broadcast.test")}
					</button>
					<Space />
					<button type="submit" className="primary" name="do.send" value={page.button}>
						{page.button}
					</button>
				</p>
			</form>
		</>
	);
}

/** Broadcasts that were sent before, the newest first, with links to the rest. */
export function SentBroadcasts({ sent: { rows, older, newest } }: Pick<ReturnType<typeof broadcastsPage>, "sent">) {
	const { t } = useAllTexts();
	if (rows.length === 0 && !newest) return null;
	return (
		<>
			<h2 id="earlier">{t("broadcast.earlier")}</h2>
			<ul>
				{rows.map((one) => (
					<li key={one.id}>
						<a href={one.path}>{one.subject}</a>
						<SentenceSpace />
						<span className="hint">{[one.to, one.time, one.by].filter(Boolean).join(" · ")}</span>
					</li>
				))}
			</ul>
			<OlderLinks
				older={older}
				newest={newest}
				words={{ older: t("broadcast.older"), newest: t("broadcast.newest") }}
			/>
		</>
	);
}
