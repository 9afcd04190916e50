import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useAllTexts } from "../all-texts.ts";
import { IncompleteMark } from "../components/entries/incomplete-mark.tsx";
import { NextSteps } from "../components/entries/next-steps.tsx";
import { JoinedLinks } from "../components/layout/joined-links.tsx";
import { LinkedWord } from "../components/layout/linked-word.tsx";
import { SentenceSpace, Space } from "../components/layout/space.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { entryPath, pageTitle, safePath, seeOther } from "../http.ts";
import { isActive } from "../lifecycle.ts";
import { ownSlot } from "../pages/own-slot.server.ts";
import { marks } from "../programmes/marks.ts";
import { idFromSpot, spotId } from "../programmes/spot-ids.ts";
import { useRoot } from "../root-data.ts";

/** The island forgets the draft of the form that was sent here. A change has its page elsewhere: that of the entry. */
export const handle: RouteHandle = { island: "sent" };

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { services, actor, locale } = context;
	const asked = new URL(request.url).searchParams;
	const spot = asked.get("entry");
	const beyond = new Set(asked.get("beyond")?.split(" "));
	// Only for its sender, in this browser: the reference in the address proves nothing.
	const opens = (one: string) => services.entries.ownEntry(actor, spot ?? "", one);
	const sentKey = context.sentKeys().find(opens) ?? "";
	const key = actor.user ? "" : sentKey;
	const editable = opens(key);
	const own = editable ?? services.entries.sentEntry(spot ?? "", asked.get("sent") ?? "");
	const saved = context.flash.take();
	if (saved) {
		// An account may have changed a guest's entry by its link.
		const withKey = editable ? key : sentKey;
		if (spot && services.entries.ownEntry(actor, spot, withKey)) {
			const next = safePath(asked.get("return") ?? "", entryPath(spot, withKey));
			throw seeOther(context.flash.say(next, saved));
		}
	}
	const slot = own && ownSlot(context, own);
	const isAccounts = own && actor.user?.id === own.userId;
	const before = services.entries.sentEntry(asked.get("other") ?? "", asked.get("before") ?? "");
	const others = isAccounts
		? withOwn(own, services.entries.namesakesOf(own))
		: own && before && isActive(before)
			? [before]
			: [];
	return {
		own: own && {
			lacking: services.entries.lackingIn(own, locale),
			hasAddress: own.email !== "",
			slot,
			steps: services.entries.stepsOf(own, locale, slot),
			edit: editable && services.entries.editPathOf(editable, key),
			/** A guest's page is behind the private link, which only the mailbox may get. */
			path: actor.user && editable && entryPath(spotId(editable)),
			others: others.map((one) => ({ reference: spotId(one), path: isAccounts ? entryPath(spotId(one)) : undefined })),
		},
		/** What is longer or larger than advised, by its label. */
		beyond: services
			.registry()
			.fieldsOfKind(undefined)
			.flatMap(({ name, label }) => (beyond.has(name) ? label[locale] : [])),
		reference: own ? spot : null,
		/** Names of its possible drafts: programmes of one kind share the prefix of the reference. */
		drafts:
			spot && idFromSpot(spot) > 0
				? [
						spot,
						...services
							.registry()
							.all.filter(({ kind }) => spot.startsWith(`${kind}-`))
							.map(({ category }) => category),
					]
				: [],
		title: pageTitle(context, context.t("thanks.title")),
	};
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function ThankYouPage() {
	const { own, reference, drafts, beyond } = useLoaderData<typeof loader>();
	const { t, locale } = useAllTexts();
	const { brand, mailLeaves } = useRoot() ?? {};
	const account = t("thanks.createAccount");
	const getsMail = mailLeaves && own?.hasAddress;
	const received = getsMail ? "thanks.received" : own?.hasAddress ? "thanks.receivedSaved" : "thanks.noMail";
	return (
		<div className="narrow" data-clear-drafts={drafts.join(" ") || undefined}>
			<h1>{t(own ? "thanks.heading" : "thanks.nothing")}</h1>
			<p className="lead">{t(own ? received : "thanks.unproven")}</p>
			{reference && (
				<p>
					<LinkedWord text={t("thanks.reference", { reference })} word={reference} to={own?.path || undefined} />
				</p>
			)}
			{own && own.others.length > 0 && <Namesakes others={own.others} />}
			{own?.hasAddress && !own.path && (
				<p>
					{mailLeaves ? (
						t("thanks.linkInMail")
					) : (
						<LinkedWord text={t("thanks.noLink", { account })} word={account} to="/login?modal=register" />
					)}
				</p>
			)}
			{own?.lacking && (
				<p>
					<IncompleteMark fields={own.lacking} />
				</p>
			)}
			{beyond.length > 0 && <p>{t("thanks.beyondAdvice", { fields: beyond.join(marks[locale].item) })}</p>}
			{own && <NextSteps steps={own.steps} slot={own.slot} hasTitle />}
			<p>
				{t(getsMail ? "thanks.contacts" : "closed.support")}
				<SentenceSpace />
				<a href={`mailto:${brand?.support}`}>{brand?.support}</a>
			</p>
			<p className="actions">
				<a className={own?.lacking ? "button" : "button primary"} href="/">
					{t("thanks.home")}
				</a>
				<Space />
				{own?.edit && (own.path || own.lacking) && (
					<a className={own.lacking ? "button primary" : "button"} href={own.edit}>
						{t(own.lacking ? "entry.complete" : "entry.edit")}
					</a>
				)}
				<Space />
				{brand?.foundationSite && (
					<a className="button" href={brand.foundationSite}>
						{t("thanks.foundation", { foundation: brand.foundation })}
					</a>
				)}
			</p>
		</div>
	);
}

/** An entry among those with its title, if there are any. */
function withOwn<T>(own: T, others: readonly T[]): readonly T[] {
	return others.length > 0 ? [own, ...others] : [];
}

/** Says that an entry was sent twice. A guest's have no links here: those are for their mailbox only. */
function Namesakes({ others }: { others: readonly { reference: string; path: string | undefined }[] }) {
	const { t, locale } = useAllTexts();
	const isLinked = others.some(({ path }) => path);
	const reference = others.map((one) => one.reference).join(marks[locale].item);
	if (!isLinked) return <p className="banner">{t("thanks.sentBefore", { reference })}</p>;
	return (
		<p className="banner">
			{t("thanks.sentTwice")}
			{marks[locale].space}
			<JoinedLinks links={others.map((one) => ({ href: one.path, text: one.reference }))} by={marks[locale].item} />
		</p>
	);
}
