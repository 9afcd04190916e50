/** The page of the team, and what its forms do. Server only. */
import { type AppLoadContext, data } from "@remix-run/node";
import { addressProblems } from "../accounts/problems.ts";
import { TEAM_KEEPS } from "../accounts/team-form.ts";
import { mailWord } from "../enumerations.ts";
import type { SentBack } from "../handle.ts";
import { notFound, seeOther } from "../http.ts";
import { textsOf } from "../programmes/answers.ts";
import { marks } from "../programmes/marks.ts";
import { formatLocal } from "../programmes/window.ts";
import { onlyReviews } from "../roles.ts";
import { memberForm, teamInvitationForm } from "../schemas/team.ts";

export const TEAM = "/admin/team";

/** What a reviewer is for, as the names of tracks and calls. */
interface Scope {
	tracks: readonly string[];
	calls: readonly string[];
}

/** Members of the team, open invitations, and the member whom the address names to be removed or to review. */
export function teamPage(context: AppLoadContext, search: URLSearchParams) {
	const { services, actor, t, locale, zone, mailLeaves } = context;
	const time = (at: number) => formatLocal(at, zone, locale);
	const inWords = scopeWords(context);
	const members = services.team.members(actor).map(({ since, lastSignIn, tracks, calls, ...member }) => ({
		...member,
		isSelf: member.id === actor.user?.id,
		since: since === undefined ? undefined : time(since),
		lastSignIn: lastSignIn === undefined ? undefined : time(lastSignIn),
		scope: { tracks, calls },
		isFor: onlyReviews(member.role) ? inWords({ tracks, calls }) : undefined,
	}));
	const named = (name: string) => {
		const asked = search.get(name);
		const found = asked === null ? undefined : members.find(({ id }) => String(id) === asked);
		if (asked !== null && !found) throw notFound(context);
		return found;
	};
	const asked = named("remove");
	const refusal = asked && services.team.unremovable(actor, asked.id);
	const leaving = asked && { ...asked, refused: refusal && t(`team.${refusal}`, { email: "" }) };
	const reviewer = named("reviewer");
	if (reviewer && reviewer.isFor === undefined) throw notFound(context);
	const invitations = services.invitations
		.list(actor)
		.map(({ invitedAt, expiresAt, mail, tracks, calls, ...invitation }) => ({
			...invitation,
			scope: { tracks, calls },
			isFor: onlyReviews(invitation.role) ? inWords({ tracks, calls }) : undefined,
			invitedAt: time(invitedAt),
			mail: mail && mailWord(mail, mailLeaves),
			expiresAt: time(expiresAt),
		}));
	const options = scopeOptions(context);
	/** A form that comes back has what was ticked in it. */
	return { members, invitations, leaving, reviewer, options, ticked: postedScope(context) };
}

/** What can be ticked for a reviewer. */
function scopeOptions({ services, locale }: AppLoadContext) {
	const tracks = services.tracks.all().filter(({ kind }) => kind === "track");
	const labels = services.tracks.labels(locale);
	return {
		calls: services.registry().all.map(({ category, title }) => ({ id: category, label: title[locale] })),
		tracks: tracks.map(({ id, label }) => ({ id, label: labels.get(id) ?? label })),
	};
}

function scopeWords(context: AppLoadContext) {
	const { t, locale } = context;
	const options = scopeOptions(context);
	const names = (ids: readonly string[], of: readonly { id: string; label: string }[]) =>
		ids.map((id) => of.find((one) => one.id === id)?.label ?? id).join(marks[locale].item);
	return ({ tracks, calls }: Scope) =>
		[
			calls.length > 0 ? t("team.forCalls", { calls: names(calls, options.calls) }) : t("team.allCalls"),
			tracks.length > 0 ? t("team.forTracks", { tracks: names(tracks, options.tracks) }) : t("team.allTracks"),
		].join(" · ");
}

/** What was ticked, as far as it can be. */
function postedScope(context: AppLoadContext): Scope {
	const options = scopeOptions(context);
	const ticked = (name: keyof Scope) => {
		const chosen = new Set(textsOf(context.form, name));
		return options[name].flatMap(({ id }) => (chosen.has(id) ? id : []));
	};
	return { tracks: ticked("tracks"), calls: ticked("calls") };
}

/** Invites somebody, withdraws an invitation, or changes a member. */
export async function takeTeam(context: AppLoadContext) {
	const { form } = context;
	if ("do.withdraw" in form) return withdraw(context);
	if ("do.scope" in form) return changeScope(context);
	return "do.role" in form || "do.remove" in form ? changeMember(context) : invite(context);
}

function sentBack(context: AppLoadContext, problems: SentBack["problems"]) {
	const { data: back } = context.sendBack(TEAM_KEEPS, { problems });
	return data(back, { status: 422 });
}

async function invite(context: AppLoadContext) {
	const { services, actor, form, t, locale, mailLeaves } = context;
	const { email, role } = teamInvitationForm.parse(form);
	const problems = addressProblems(t, email);
	if (problems.length > 0) return sentBack(context, problems);
	const refusal = await services.invitations.send(actor, { email, role, scope: postedScope(context), locale });
	if (refusal) return sentBack(context, [{ field: "email", message: t(`team.${refusal}`, { email }) }]);
	return said(context, t(mailLeaves ? "team.invited" : "team.invitedSaved", { email }));
}

async function changeMember(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const { id, role } = memberForm.parse(form);
	const wanted = "do.remove" in form ? undefined : role;
	const member = services.team.members(actor).find((one) => one.id === id);
	const refusal = member ? await services.team.setRole(actor, id, wanted) : "gone";
	if (!member || refusal) {
		const message = t(`team.${refusal ?? "gone"}`, { email: "" });
		return sentBack(context, [{ field: `${id}-role`, message }]);
	}
	const name = member.name || member.email;
	if (wanted) return said(context, t("team.saved", { name, role: t(`team.roles.${wanted}`) }));
	return said(context, id === actor.user?.id ? t("team.removedSelf") : t("team.removed", { name }));
}

async function changeScope(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const { id } = memberForm.parse(form);
	const scope = postedScope(context);
	const member = services.team.members(actor).find((one) => one.id === id);
	const refusal = await services.team.setScope(actor, id, scope);
	if (!member || refusal) return said(context, t("team.gone"));
	return said(context, t("team.savedScope", { name: member.name || member.email, scope: scopeWords(context)(scope) }));
}

async function withdraw(context: AppLoadContext) {
	const { services, actor, form, t } = context;
	const done = await services.invitations.withdraw(actor, String(form["do.withdraw"]));
	return said(context, t(done ? "team.withdrawn" : "team.gone"));
}

/**
 * Redirects to the team page, which reports the result once; someone who has just left the team goes to their
 * dashboard.
 */
function said(context: AppLoadContext, line: string): never {
	throw seeOther(context.flash.say(TEAM, [line]));
}
