import { useAllTexts } from "../../all-texts.ts";
import type { ShownPerson, ShownPlaces } from "../../pages/person.server.ts";
import type { Problem } from "../../programmes/problems.ts";
import { Reference } from "../entries/entry-reference.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { TextField } from "../forms/text-field.tsx";
import { FormPreferences } from "../layout/preferences.tsx";
import { Space } from "../layout/space.tsx";
import { langOf } from "../layout/text-language.ts";

/** The result of a search: the person's own data, places where others name them, and what is kept. */
export function FoundPerson({ person, path }: { person: ShownPerson; path: string }) {
	const { t } = useAllTexts();
	const { address, theirs, own, moreOwn, mentions, nameOnly, names, event, kept, refused, mayCopy } = person;
	return (
		<section aria-labelledby="h-person">
			<h2 id="h-person">{t("person.found", { address })}</h2>
			<h3>{t("person.theirs")}</h3>
			{theirs.length === 0 ? <p>{t("person.nothingTheirs")}</p> : <Lines lines={theirs} />}
			{own.length > 0 && (
				<ul>
					{own.map(({ entry, title, link }) => (
						<li key={entry}>
							<a href={link}>{title || entry}</a> <Reference of={entry} />
						</li>
					))}
				</ul>
			)}
			{moreOwn && <p>{moreOwn}</p>}
			<Places of={mentions} hint={t("person.mentionsHint")} />
			<Places of={nameOnly} hint={t("person.nameOnlyHint", { names })} />
			<h3>{t("person.stays")}</h3>
			<Lines lines={kept} />
			<Places of={event} hint={t("person.eventHint")} />
			<div className="actions">
				{mayCopy && (
					<form method="post" action={`${path}/copy`} noValidate>
						<FormToken />
						<input type="hidden" name="address" value={address} />
						<button type="submit">{t("person.copy")}</button>
					</form>
				)}
				<Space />
				{refused ? (
					<p>{refused}</p>
				) : (
					<form method="post" action={path} noValidate>
						<FormToken />
						<input type="hidden" name="address" value={address} />
						<button type="submit" name="do.ask" value={t("person.ask")}>
							{t("person.ask")}
						</button>
					</form>
				)}
			</div>
			<p className="hint">{t("person.copyHint")}</p>
		</section>
	);
}

/** Asks whether to erase a person, and says what goes and what stays. */
export function ErasePerson({
	person,
	path,
	word,
	problems,
}: {
	person: ShownPerson;
	path: string;
	word: string | undefined;
	problems: readonly Problem[];
}) {
	const { t } = useAllTexts();
	const { address, theirs, mentions, nameOnly, event, kept, refused } = person;
	const back = (
		<a className="button" href={path}>
			{t("team.keep")}
		</a>
	);
	if (refused) {
		return (
			<div className="narrow">
				<h1>{t("person.eraseTitle")}</h1>
				<p>{refused}</p>
				<p className="actions">{back}</p>
			</div>
		);
	}
	return (
		<form method="post" action={`${path}#errors`} className="narrow" noValidate>
			<h1>{t("person.eraseTitle")}</h1>
			<FormToken />
			<input type="hidden" name="address" value={address} />
			<h2>{t("person.goes")}</h2>
			<Lines lines={[...theirs, mentions.title]} />
			<h2>{t("person.stays")}</h2>
			<Lines lines={[nameOnly.title, event.title, ...kept]} />
			<p>{t("account.eraseBackups")}</p>
			<TextField
				name="word"
				type="text"
				label={t("account.word", { word: address })}
				autoComplete="off"
				value={word}
				problems={problems}
			/>
			<div className="actions">
				<button className="danger" type="submit" name="do.erase" value={t("person.erase")}>
					{t("person.erase")}
				</button>
				<Space />
				{back}
			</div>
			<FormPreferences />
		</form>
	);
}

function Lines({ lines }: { lines: readonly string[] }) {
	return (
		<ul>
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	);
}

function Places({ of: { title, places, more }, hint }: { of: ShownPlaces; hint: string }) {
	const { locale } = useAllTexts();
	return (
		<>
			<h3>{title}</h3>
			{places.length > 0 && (
				<>
					<p className="hint">{hint}</p>
					<ul>
						{places.map(({ where, entry, question, text, link }, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
							<li key={index}>
								{link ? <a href={link}>{where}</a> : where} {entry && <Reference of={entry} />} ·{" "}
								<span lang="en">{question}</span> · <span lang={langOf(text, locale)}>{text}</span>
							</li>
						))}
					</ul>
				</>
			)}
			{more && <p>{more}</p>}
		</>
	);
}
