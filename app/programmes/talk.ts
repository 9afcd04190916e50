import { defineProgramme, type Field, type ProgrammeDefinition, type Section } from "./define.ts";
import { consent, email, internalUse, link, option, prose, radio, text, title } from "./fields.ts";

const track: Field = {
	kind: "track",
	name: "tracks",
	label: { en: "Topic Track", zh: "专题" },
	audience: "public",
	column: "trackId",
	chosenInEditor: true,
};

const photo: Field = {
	kind: "photo",
	name: "file",
	label: { en: "Profile Photo", zh: "个人照片" },
	hint: { en: "Square Shape Preferred. Size Limit 2MB", zh: "建议使用正方形照片，大小不超过2MB" },
	required: true,
	audience: "public",
	column: "photo",
	adviceBytes: 2 * 1024 * 1024,
};

const LANGUAGES = [option("English", "English", "英文"), option("Chinese", "Chinese", "中文")];

const sections: readonly Section[] = [
	{ key: "consent", title: { en: "Before you start", zh: "开始之前" }, fields: [consent] },
	{
		key: "presenter",
		title: { en: "Presenter Profile", zh: "演讲者资料" },
		lead: {
			en: "About the person who gives the talk. The schedule names only this person; name other speakers in Talk Details, for the organisers.",
			zh: "请填写演讲者本人的信息，日程中只显示此人。如有其他演讲者，请在“演讲详情”中告知主办方。",
		},
		person: true,
		fields: [
			text("name", "Name", "姓名", { required: true, audience: "public", column: "name", autocomplete: "name" }),
			email("email", "Email", "电子邮箱", {
				hint: internalUse,
				required: true,
				column: "email",
				autocomplete: "email",
			}),
			prose("bio", "Bio", "个人简介", {
				hint: { en: "Publishable on website", zh: "可在网站上公开" },
				required: true,
				audience: "public",
			}),
			text("org", "Organization", "公司或组织", {
				required: true,
				audience: "public",
				column: "org",
				autocomplete: "organization",
			}),
			text("role", "Role", "职务", {
				hint: { en: "Role, title or position", zh: "角色、头衔或职位" },
				required: true,
				audience: "public",
				autocomplete: "organization-title",
			}),
			link("bluesky", "Bluesky", "Bluesky", { placeholder: "https://bsky.app/profile/…" }),
			link("mastodon", "Mastodon", "Mastodon", { placeholder: "https://…/@…" }),
			link("linkedin", "LinkedIn", "领英（LinkedIn）", { placeholder: "https://www.linkedin.com/in/…" }),
			link("github", "Github", "GitHub", { placeholder: "https://github.com/…" }),
			link("website", "Homepage or blog URL", "个人主页或博客网址"),
			link("twitter", "X/Twitter", "X/Twitter", { placeholder: "https://x.com/…" }),
			text("phone", "Phone", "电话", { audience: "admin", inputMode: "tel" }),
		],
	},
	{
		key: "talk",
		title: { en: "Talk Proposal", zh: "演讲提案" },
		fields: [
			track,
			radio("language", "Talk Language", "演讲语言", LANGUAGES, { audience: "public", initial: "English" }),
			title("title", "Talk Title", "演讲题目"),
			prose("abstract", "Talk Abstract", "演讲摘要", {
				hint: { en: "Max 255 characters", zh: "最多255个字符" },
				required: true,
				audience: "public",
				rows: 4,
				advice: { unit: "characters", limit: 255 },
			}),
			prose("details", "Talk Details", "演讲详情", { hint: internalUse, rows: 6 }),
			photo,
			text("subject", "Subject", "主题说明", { hint: internalUse, audience: "admin" }),
		],
	},
];

type Call = Omit<ProgrammeDefinition, "kind" | "checking" | "sections">;

/** A call of the specification counts failures; those of other events do not. */
const talkProgramme = (call: Call, checking: ProgrammeDefinition["checking"] = "soft") =>
	defineProgramme({ ...call, kind: "talk", checking, sections });

/** Talks of any conference. */
export const talks = talkProgramme(
	{
		category: "talks",
		path: "/talks",
		announced: true,
		label: { en: "Talk", zh: "演讲" },
		title: { en: "Talk Proposal", zh: "演讲提案" },
		lead: { en: "Propose a talk for the conference.", zh: "为大会提交演讲。" },
		window: { state: "closed" },
	},
	"strict",
);

/** Talks of the conference itself (specification sections 1, 3 and 5). */
export const hangzhou = talkProgramme({
	category: "hangzhou",
	path: "/hangzhou",
	announced: true,
	label: { en: "Hangzhou Talk", zh: "杭州演讲" },
	title: { en: "Hangzhou Talk Proposal", zh: "杭州演讲提案" },
	lead: {
		en: "Propose a talk for the conference on 13–14 September 2025 in Hangzhou.",
		zh: "为2025年9月13日至14日在杭州举行的大会提交演讲。",
	},
	window: { state: "open", opensAt: "2025-05-18T00:00:00+08:00", closesAt: "2025-08-18T23:59:59+08:00" },
	variants: [
		{
			event: "pytorch",
			banner: {
				en: "PyTorch Day: your talk goes to the AI Models & Infra track.",
				zh: "PyTorch专场：您的演讲将归入“AI模型与基础设施”专题。",
			},
			fixed: { tracks: "ai-models-infra" },
		},
	],
});

/** Talks of the Paris event: the same form under its own call. */
export const paris = talkProgramme({
	category: "aiparis",
	path: "/paris",
	label: { en: "AI Paris Talk", zh: "AI巴黎演讲" },
	title: { en: "AI Paris Talk Proposal", zh: "AI巴黎演讲提案" },
	lead: { en: "Propose a talk for AI Paris.", zh: "为AI巴黎活动提交演讲。" },
	window: { state: "closed", closesAt: "2025-04-15T23:59:59+08:00" },
});
