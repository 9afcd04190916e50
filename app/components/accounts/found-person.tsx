import { PERSON_LISTS, type PersonList, pageField } from "../../accounts/person-form.ts";
import { useAllTexts } from "../../all-texts.ts";
import type { ShownPage, ShownPerson, ShownPlaces } from "../../pages/person.server.ts";
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
	const { address, theirs, own, mentions, nameOnly, names, event, kept, refused, mayCopy } = person;
	const shown = { own, address: mentions, nameOnly, event };
	const turn = { path, address, shown };
	return (
		<section aria-labelledby="h-person">
			<h2 id="h-person">{t("person.found", { address })}</h2>
			<h3 id={headingOf("own")}>{t("person.theirs")}</h3>
			{theirs.length === 0 ? <p>{t("person.nothingTheirs")}</p> : <Lines lines={theirs} />}
			{own.entries.length > 0 && (
				<ul>
					{own.entries.map(({ entry, title, link }) => (
						<li key={entry}>
							<a href={link}>{title || entry}</a> <Reference of={entry} />
						</li>
					))}
				</ul>
			)}
			<Pages of={own} label={t("person.theirs")} {...turn} />
			<Places of={mentions} hint={t("person.mentionsHint")} turn={turn} />
			<Places of={nameOnly} hint={t("person.nameOnlyHint", { names })} turn={turn} />
			<h3>{t("person.stays")}</h3>
			<Lines lines={kept} />
			<Places of={event} hint={t("person.eventHint")} turn={turn} />
			<div className="actions">
				{mayCopy && (
					<form method="post" action={`${path}/copy`} noValidate data-hx-boost="false">
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

/** Asks whether to erase a person, and lists what is erased and what is not. */
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

/** The values that a form needs to turn a page: where it posts, the address, and the pages of all lists. */
interface Turn {
	path: string;
	address: string;
	shown: Record<PersonList, ShownPage>;
}

const headingOf = (list: PersonList) => `h-${list}`;

/** Turns the pages of a list. The address is posted again, so that it stays out of links and logs. */
function Pages({ of: { list, page, pages }, label, path, address, shown }: Turn & { of: ShownPage; label: string }) {
	const { t } = useAllTexts();
	if (pages < 2) return null;
	const button = (to: number, text: string) => (
		<button type="submit" name={pageField(list)} value={to}>
			{text}
		</button>
	);
	return (
		<nav aria-label={label}>
			<form method="post" action={`${path}#${headingOf(list)}`} className="actions" noValidate>
				<FormToken />
				<input type="hidden" name="address" value={address} />
				{PERSON_LISTS.filter((other) => other !== list).map((other) => (
					<input key={other} type="hidden" name={pageField(other)} value={shown[other].page} />
				))}
				{page > 1 && button(page - 1, t("admin.previous"))}
				<Space />
				<span>{t("admin.pageOf", { page, pages })}</span>
				<Space />
				{page < pages && button(page + 1, t("admin.next"))}
			</form>
		</nav>
	);
}

function Places({ of, hint, turn }: { of: ShownPlaces; hint: string; turn: Turn }) {
	const { locale } = useAllTexts();
	const { title, places, list } = of;
	return (
		<>
			<h3 id={headingOf(list)}>{title}</h3>
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
			<Pages of={of} label={title} {...turn} />
		</>
	);
}
