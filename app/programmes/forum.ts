import type { EntryKind } from "../kinds.ts";
import { defineProgramme, type Locale, type Option, type ProgrammeDefinition, type Section } from "./define.ts";
import { choices, consentToStoring, email, option, prose, select, text } from "./fields.ts";

/** What registrations are: the console has a page of their own for them. */
export const REGISTRATIONS = "forum" satisfies EntryKind;

/** Countries the organisers filter by, under the names they filter with (specification section 9). */
export const FORUM_COUNTRIES: readonly Option[] = [
	option("中国", "China", "中国"),
	option("法国", "France", "法国"),
	option("美国", "United States", "美国"),
	option("英国", "United Kingdom", "英国"),
	option("德国", "Germany", "德国"),
	option("日本", "Japan", "日本"),
	option("韩国", "South Korea", "韩国"),
	option("新加坡", "Singapore", "新加坡"),
];

const OTHER_COUNTRY = "其他";

/** States of an invitation, with the specification's labels (section 4); English readers get theirs. */
export const INVITATION_STATUSES: readonly Option[] = [
	option("是", "Confirmed", "已确认"),
	option("否", "Unconfirmed", "未确认"),
	option("confirmed", "Confirmed", "已确认"),
	option("pending", "Started", "启动邀请"),
	option("in_progress", "Inviting", "正在邀请"),
	option("rejected", "Declined", "已拒绝"),
	option("applying", "In review", "申请审批中"),
];

/** Every value of an invitation that is shown as this one is; none for none. */
export function invitationsLike(value: string): string[] {
	const label = INVITATION_STATUSES.find((status) => status.value === value)?.label.zh;
	return INVITATION_STATUSES.filter((status) => status.label.zh === label).map((status) => status.value);
}

/** One value per label, because two values are shown as confirmed: `present` if it is one of them. */
export function invitations(present = ""): readonly Option[] {
	const shown = INVITATION_STATUSES.find(({ value }) => value === present);
	const rest = INVITATION_STATUSES.filter(
		({ label }, at) =>
			label.zh !== shown?.label.zh && INVITATION_STATUSES.findIndex((one) => one.label.zh === label.zh) === at,
	);
	return shown ? INVITATION_STATUSES.filter((one) => one === shown || rest.includes(one)) : rest;
}

/** An invitation as an organiser reads it. */
export function invitationLabel(value: string, locale: Locale): string {
	return INVITATION_STATUSES.find((status) => status.value === value)?.label[locale] ?? (value || "–");
}

/** What the organisers note is asked of nobody else. */
const sections: readonly Section[] = [
	{ key: "consent", title: { en: "Before you start", zh: "开始之前" }, fields: [consentToStoring] },
	{
		key: "person",
		title: { en: "About you", zh: "关于您" },
		person: true,
		fields: [
			text("name", "Name", "姓名", { required: true, column: "name", autocomplete: "name" }),
			email("email", "Email", "电子邮箱", { required: true, column: "email", autocomplete: "email" }),
			text("companySchool", "Company or school", "单位或学校", {
				required: true,
				column: "org",
				autocomplete: "organization",
			}),
			text("position", "Position", "职务", { required: true, autocomplete: "organization-title" }),
			select(
				"countryRegion",
				"Country or region",
				"国家或地区",
				[...FORUM_COUNTRIES, option(OTHER_COUNTRY, "Other", "其他")],
				{ required: true },
			),
			text("countryRegionOther", "Country or region: other", "国家或地区：其他", {
				required: true,
				when: { field: "countryRegion", is: OTHER_COUNTRY },
			}),
			prose("background", "Background", "背景介绍", { rows: 4 }),
			text("recommender", "Recommended by", "推荐人"),
		],
	},
	{
		key: "forum",
		title: { en: "The forum", zh: "论坛" },
		fields: [
			choices(
				"forumTopic",
				"Topics",
				"论坛主题",
				[
					option("ai-education", "AI and education", "人工智能与教育"),
					option("ai-evolution", "The evolution of AI", "人工智能的演进"),
					option("ai-ethics-governance", "AI ethics and governance", "人工智能伦理与治理"),
					option("ai-global-public-good", "AI as a global public good", "人工智能与全球公共产品"),
				],
				{ required: true },
			),
			select("invitationConfirmed", "Invitation", "邀请状态", INVITATION_STATUSES, { audience: "admin" }),
			text("invitationContact", "Invitation contact", "邀请联系人", { audience: "admin" }),
			prose("currentProgress", "Current progress", "当前进展", { audience: "admin", rows: 3 }),
		],
	},
];

type Call = Omit<ProgrammeDefinition, "kind" | "checking" | "sections" | "path" | "label" | "title">;

const registration = (call: Call) =>
	defineProgramme({
		...call,
		path: "/forum",
		label: { en: "Forum Registration", zh: "论坛报名" },
		title: { en: "Forum Registration", zh: "论坛报名" },
		kind: "forum",
		checking: "strict",
		sections,
	});

/** Registrations of any conference. */
export const registrations = registration({
	category: "registrations",
	lead: { en: "Register for the forum at the conference.", zh: "报名参加大会期间的论坛。" },
	window: { state: "closed" },
});

/** Registration for the forum (specification section 3, decisions 6.14). */
export const forum = registration({
	category: "forum",
	lead: {
		en: "Register for the AI forum in Hangzhou, 13–14 September 2025.",
		zh: "报名参加2025年9月13日至14日在杭州举行的人工智能论坛。",
	},
	window: { state: "open" },
});

/** The organisers' notes on a registration. */
export const NOTES = ["invitationConfirmed", "invitationContact", "currentProgress"] as const;
export type Notes = Record<(typeof NOTES)[number], string>;

/** The notes among the answers of a registration; "" where there is none. */
export function notesIn(answers: Readonly<Record<string, unknown>>): Notes {
	const text = (name: string) => (typeof answers[name] === "string" ? answers[name] : "");
	return {
		invitationConfirmed: text("invitationConfirmed"),
		invitationContact: text("invitationContact"),
		currentProgress: text("currentProgress"),
	};
}
