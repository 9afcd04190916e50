import { useAllTexts } from "../../all-texts.ts";
import type { decisionsPage } from "../../pages/decisions.server.ts";
import { Addresses } from "../layout/addresses.tsx";
import { JoinedLinks } from "../layout/joined-links.tsx";
import { SentenceSpace } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";
import { withParameters } from "../lists/list-url.ts";
import { Pagination } from "../lists/pagination.tsx";
import { LetterText } from "../mails/letter-text.tsx";

/** Every letter of a release as it will leave, a page of them, with where its text is changed. */
export function DecisionLetters({ page }: { page: ReturnType<typeof decisionsPage> }) {
	const { t, locale } = useAllTexts();
	return (
		<>
			{page.texts.length > 0 && (
				<p>
					{t("decisions.forAll")}
					<SentenceSpace />
					<JoinedLinks links={page.texts.map(({ path, label }) => ({ href: path, text: label }))} by=" · " />
				</p>
			)}
			{page.hidesKeys && <p className="hint">{t("letters.privateLink")}</p>}
			<ul className="outbox">
				{page.letters.map((letter) => (
					<li key={letter.id}>
						<details>
							<summary>
								<b>{letter.status}</b> <span lang={langOf(letter.title, locale)}>{letter.title}</span> ·{" "}
								<Addresses text={letter.to || t("decisions.noAddress")} />{" "}
								<span className="hint">{letter.reference}</span>{" "}
								{letter.stillSeen && <span className="status">{letter.stillSeen}</span>}
							</summary>
							{letter.body === undefined ? (
								<p>{t("decisions.noLetter")}</p>
							) : (
								<LetterText subject={letter.subject ?? ""} body={letter.body} />
							)}
							<p>
								{letter.edit && (
									<>
										<a href={letter.edit}>{t("decisions.change")}</a> ·{" "}
									</>
								)}
								<a href={letter.details}>{t("decisions.open")}</a>
							</p>
						</details>
					</li>
				))}
			</ul>
			<Pagination page={page.page} pages={page.pages} pathOf={(at) => withParameters(page.path, { page: at })} />
		</>
	);
}
