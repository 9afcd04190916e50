/** The page on which organisers find, copy and erase a person's data. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { PERSON_KEEPS, type PersonList } from "../accounts/person-form.ts";
import type { SentBack } from "../handle.ts";
import { notFound, seeOther } from "../http.ts";
import type { Messages } from "../i18n.ts";
import { isEmail } from "../programmes/email.ts";
import { marks } from "../programmes/marks.ts";
import { can } from "../roles.ts";
import { personForm, personPages } from "../schemas/person.ts";

export const PERSON = "/admin/person";

type Found = NonNullable<Awaited<ReturnType<AppLoadContext["services"]["people"]["show"]>>>;

/** A person as the page shows them, in words. */
export interface ShownPerson {
	address: string;
	/** Their own data, a line each. */
	theirs: string[];
	/** A page of their entries. */
	own: ShownPage & { entries: { entry: string; title: string; link: string | undefined }[] };
	mentions: ShownPlaces;
	nameOnly: ShownPlaces;
	names: string;
	/** The records that stay when they are erased. */
	kept: string[];
	event: ShownPlaces;
	/** Why they cannot be erased here; undefined if they can. */
	refused: string | undefined;
	/** Whether the organiser may download a copy of the data. */
	mayCopy: boolean;
}

/** The page of a list that is shown. */
export interface ShownPage {
	list: PersonList;
	page: number;
	pages: number;
}

export interface ShownPlaces extends ShownPage {
	title: string;
	places: { where: string; entry: string | undefined; question: string; text: string; link: string | undefined }[];
}

interface Answer extends SentBack {
	person?: ShownPerson;
	/** Asks whether to erase them. */
	asks?: true;
}

/** Looks for a person, asks whether to erase them, or erases them. */
export async function takePerson(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const { address, word } = personForm.parse(form);
	const answer = ({ problems = [], ...more }: Partial<Answer>, status = 200) => {
		const { data: back } = context.sendBack(PERSON_KEEPS, { problems });
		return data<Answer>({ ...back, ...more }, { status });
	};
	if ("do.erase" in form) {
		const outcome = await services.people.erase(actor, address, word);
		if (typeof outcome === "object") throw seeOther(context.flash.say(PERSON, [t("person.erased")]));
		if (outcome === undefined) throw seeOther(context.flash.say(PERSON, [t("person.nothing")]));
		const problems = outcome === "wrong" ? [{ field: "word", message: t("account.wrongWord") }] : [];
		const found = await services.people.show(actor, address);
		if (!found) throw seeOther(PERSON);
		return answer({ problems, person: shown(context, found), asks: true }, 422);
	}
	const found = await services.people.show(actor, address, personPages(form));
	if (found) return answer({ person: shown(context, found), ...("do.ask" in form && { asks: true }) });
	const message = isEmail(address.normalize("NFKC")) ? t("person.nothing") : t("login.email");
	return answer({ problems: [{ field: "address", message }] }, 422);
}

/** The copy, as a file. @throws Response 404 if nothing is stored any more */
export async function personCopy(context: AppLoadContext) {
	const copy = await context.services.people.take(context.actor, personForm.parse(context.form).address);
	if (!copy) throw notFound(context);
	return context.downloadJson("personal-data.json", copy);
}

function shown(context: AppLoadContext, found: Found): ShownPerson {
	const { t, locale } = context;
	const { accounts, counts, own, kept, names } = found;
	const line = (key: "entries" | "drafts" | "late" | "mails", count: number) =>
		count > 0 ? [t(`person.${key}`, { count })] : [];
	const staying = (key: keyof Found["kept"]) => (kept[key] > 0 ? [t(`person.kept.${key}`, { count: kept[key] })] : []);
	const isOnTeam = accounts.some(({ role }) => role !== undefined);
	return {
		address: found.typed,
		theirs: [
			...accounts.map(({ name, email }) => t("person.account", { name: name || email })),
			...line("entries", counts.entries),
			...line("drafts", counts.drafts),
			...line("late", counts.late),
			...line("mails", counts.mails),
		],
		own: { list: "own", page: own.page, pages: own.pages, entries: own.shown },
		mentions: shownPlaces(context, "address", t("person.mentions", { count: found.address.total }), found),
		nameOnly: shownPlaces(context, "nameOnly", t("person.nameOnly", { count: found.nameOnly.total }), found),
		names: names.join(marks[locale].item),
		kept: [
			...staying("entries"),
			...staying("history"),
			...staying("mails"),
			...staying("marks"),
			...staying("messages"),
			...staying("optOuts"),
			t("person.kept.log"),
		],
		event: shownPlaces(context, "event", t("person.event", { count: found.event.total }), found),
		refused: isOnTeam ? t("person.onTeam") : undefined,
		mayCopy: !isOnTeam || can(context.actor.user?.role, "team.manage"),
	};
}

function shownPlaces(
	{ services, t, locale }: AppLoadContext,
	list: Exclude<PersonList, "own">,
	title: string,
	{ [list]: { page, pages, shown: places } }: Found,
): ShownPlaces {
	const fields = services.registry().fieldsOfKind(undefined);
	const labelOf = (question: string) => fields.find(({ name }) => name === question)?.label[locale] ?? question;
	return {
		title,
		list,
		page,
		pages,
		places: places.map(({ place, entry, question, text, link }) => ({
			where: t(`person.places.${place as keyof Messages["person"]["places"]}`),
			entry,
			question: labelOf(question),
			text,
			link,
		})),
	};
}
