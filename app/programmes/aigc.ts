import {
	type Condition,
	defineProgramme,
	type Field,
	type Option,
	type Programme,
	type ProgrammeDefinition,
	type Section,
	type Words,
} from "./define.ts";
import { choices, consent, email, internalUse, link, option, prose, select, text, title, YES_NO } from "./fields.ts";

export const APPLIED_TRACK = "Applied AI & Interactive Demos Track";
export const ARTISTIC_TRACK = "AIGC-Driven Artistic Works Track";

const applied: Condition = { field: "spotlightTrack", is: APPLIED_TRACK };
const artistic: Condition = { field: "spotlightTrack", is: ARTISTIC_TRACK };

const LED: Option = option("led-screen", "LED screen", "LED屏幕");

/** The lists of what a work needs have no option for nothing. */
const NOTHING_NEEDED: Words = { en: "Nothing needed? Choose Other and say so.", zh: "如无需求，请选“其他”并说明。" };

/** A list with an "other" that asks for words; the artwork enumerations spell it with a capital. */
function listWithOther(
	name: string,
	otherName: string,
	[en, zh]: readonly [string, string],
	options: readonly Option[],
	track: Condition,
	hint?: Words,
): Field[] {
	const other = track === applied ? "other" : "Other";
	return [
		choices(name, en, zh, [...options, option(other, "Other", "其他")], {
			required: true,
			when: track,
			...(hint && { hint }),
			audience: name === "applicationFields" || name === "artworkCategories" ? "public" : "owner",
		}),
		text(otherName, `${en}: other`, `${zh}：其他`, { required: true, when: { field: name, includes: other } }),
	];
}

const exhibitedBefore = (name: string, detailsName: string, track: Condition): Field[] => [
	select(name, "Exhibited before", "是否曾经展出", YES_NO, { required: true, when: track }),
	prose(detailsName, "Where it was exhibited", "展出经历", {
		required: true,
		rows: 3,
		when: { field: name, is: "Yes" },
	}),
];

const appliedFields: readonly Field[] = [
	title("title", "Title", "作品标题", { when: applied }),
	...listWithOther(
		"applicationFields",
		"applicationFieldOther",
		["Application fields", "应用领域"],
		[
			option("education", "Education", "教育"),
			option("mental-health", "Mental health", "心理健康"),
			option("elder-care", "Elder care", "养老"),
			option("social-services", "Social services", "社会服务"),
		],
		applied,
	),
	prose("description", "Description", "作品说明", {
		hint: { en: "Max 300 words", zh: "最多300字" },
		required: true,
		audience: "public",
		rows: 6,
		advice: { unit: "words", limit: 300 },
		when: applied,
	}),
	...listWithOther(
		"presentFormats",
		"presentFormatOther",
		["Presentation formats", "展示形式"],
		[
			option("poster", "Poster", "海报"),
			option("web-app", "Web application", "网页应用"),
			option("mobile-app", "Mobile application", "移动应用"),
			option("ar-vr", "AR or VR", "AR或VR"),
			option("robot", "Robot", "机器人"),
		],
		applied,
	),
	...listWithOther(
		"submissionFormats",
		"submissionFormatOther",
		["Submission formats", "提交形式"],
		[
			option("demo-video", "Demo video", "演示视频"),
			option("paper", "Paper", "论文"),
			option("screenshots", "Screenshots", "截图"),
			option("powerpoint", "PowerPoint", "演示文稿"),
		],
		applied,
	),
	...listWithOther(
		"deviceRequirements",
		"deviceRequirementOther",
		["Device requirements", "设备需求"],
		[
			LED,
			option("vr-headset", "VR headset", "VR头显"),
			option("robot-area", "Area for a robot", "机器人活动区"),
			option("poster-stand", "Poster stand", "海报架"),
		],
		applied,
		NOTHING_NEEDED,
	),
	...exhibitedBefore("exhibitedBefore", "exhibitedBeforeDetails", applied),
];

const artisticFields: readonly Field[] = [
	title("artworkTitle", "Artwork title", "艺术作品标题", { when: artistic }),
	prose("artworkDescription", "Artwork description", "艺术作品说明", {
		hint: { en: "Max 500 characters", zh: "最多500个字符" },
		required: true,
		audience: "public",
		rows: 6,
		advice: { unit: "characters", limit: 500 },
		when: artistic,
	}),
	...listWithOther(
		"artworkCategories",
		"artworkCategoryOther",
		["Artwork categories", "作品类别"],
		[
			option("visual-art", "Visual art", "视觉艺术"),
			option("video-animation", "Video or animation", "视频与动画"),
			option("music-audio", "Music or audio", "音乐与音频"),
			option("literature-poetry", "Literature or poetry", "文学与诗歌"),
			option("performance", "Performance", "表演"),
			option("installation", "Installation", "装置"),
		],
		artistic,
	),
	...listWithOther(
		"artworkInteractionFormats",
		"artworkInteractionOther",
		["Interaction formats", "互动形式"],
		[
			option("realtime-generation", "Generated in real time", "实时生成"),
			option("ar-vr-immersive", "Immersive AR or VR", "AR/VR沉浸"),
			option("co-creative", "Created together with the audience", "共同创作"),
			option("static-display", "Static display", "静态展示"),
		],
		artistic,
	),
	...listWithOther(
		"artworkSubmissionFormats",
		"artworkSubmissionOther",
		["Artwork submission formats", "作品提交形式"],
		[
			option("video", "Video", "视频"),
			option("image", "Image", "图像"),
			option("audio", "Audio", "音频"),
			option("paper-instruction", "Instructions on paper", "纸质说明"),
		],
		artistic,
	),
	...listWithOther(
		"artworkDeviceRequirements",
		"artworkDeviceOther",
		["Artwork devices", "作品所需设备"],
		[
			LED,
			option("interactive-space", "Interactive space", "互动空间"),
			option("sound-system", "Sound system", "音响系统"),
			option("exhibition-stand", "Exhibition stand", "展台"),
		],
		artistic,
		NOTHING_NEEDED,
	),
	...listWithOther(
		"artworkEnvironmentRequirements",
		"artworkEnvironmentOther",
		["Environment requirements", "环境要求"],
		[
			option("indoor-space", "Indoors", "室内"),
			option("outdoor-space", "Outdoors", "室外"),
			option("dark-room", "Dark room", "暗室"),
			option("quiet-space", "Quiet space", "安静空间"),
			option("wall-mounted", "Mounted on a wall", "挂墙"),
			option("floor-standing", "Standing on the floor", "落地"),
			option("power-supply", "Power supply", "电源"),
			option("internet-access", "Internet access", "网络"),
		],
		artistic,
		NOTHING_NEEDED,
	),
	...exhibitedBefore("artworkExhibitedBefore", "artworkExhibitedBeforeDetails", artistic),
];

const workLink = link("workLink", "Link to the work", "作品链接", {
	hint: internalUse,
	csv: false,
});

const workFile: Field = {
	kind: "photo",
	name: "file",
	label: { en: "File of the work", zh: "作品文件" },
	hint: {
		en: `PDF, JPEG, PNG or WebP, at most 10\u00a0MB. Files can also come later. ${internalUse.en}`,
		zh: `PDF、JPEG、PNG或WebP，不超过10\u00a0MB。也可稍后提交。${internalUse.zh}`,
	},
	audience: "owner",
	column: "photo",
	adviceBytes: 10 * 1024 * 1024,
	work: true,
};

const sections = (said: { track: Words; attendance: Words }): Section[] => [
	{ key: "consent", title: { en: "Before you start", zh: "开始之前" }, fields: [consent] },
	{
		key: "person",
		title: { en: "About you", zh: "关于您" },
		person: true,
		fields: [
			text("name", "Name", "姓名", { required: true, audience: "public", column: "name", autocomplete: "name" }),
			email("email", "Email", "电子邮箱", {
				hint: internalUse,
				required: true,
				column: "email",
				autocomplete: "email",
			}),
			text("org", "Affiliation", "所属单位", {
				required: true,
				audience: "public",
				column: "org",
				autocomplete: "organization",
			}),
			text("country", "Country", "国家", { required: true, audience: "public", autocomplete: "country-name" }),
			text("phone", "Phone", "电话", { hint: internalUse, required: true, inputMode: "tel", autocomplete: "tel" }),
			link("website", "Website", "网站"),
		],
	},
	{
		key: "track",
		title: { en: "Track", zh: "赛道" },
		lead: { en: "The questions below depend on the track.", zh: "以下问题取决于所选赛道。" },
		fields: [
			{
				kind: "switch",
				name: "spotlightTrack",
				label: said.track,
				audience: "public",
				options: [
					option(APPLIED_TRACK, APPLIED_TRACK, "应用AI与互动演示赛道"),
					option(ARTISTIC_TRACK, ARTISTIC_TRACK, "AIGC艺术作品赛道"),
				],
			},
		],
	},
	{
		key: "work",
		title: { en: "Your work", zh: "您的作品" },
		fields: [...appliedFields, ...artisticFields, workLink, workFile],
	},
	{
		key: "confirmations",
		title: { en: "Before you submit", zh: "提交之前" },
		fields: [
			select(
				"attendanceConfirm",
				"Attendance",
				"能否到场",
				[option("Yes", "Yes", "能"), option("No", "No", "不能"), option("Maybe", "Maybe", "不确定")],
				{
					required: true,
					hint: said.attendance,
				},
			),
			select("uploadMethodConfirm", "Upload confirmation", "上传方式确认", YES_NO, {
				required: true,
				hint: {
					en: "The organisers will tell you later how to send the files that are not in this form. Do you agree?",
					zh: "未在此表单中上传的文件，提交方式将由主办方另行告知。您同意吗？",
				},
			}),
			{
				kind: "consent",
				name: "originalityConsent",
				label: { en: "Originality consent", zh: "原创声明" },
				text: {
					en: "I declare that the work is my own, or that I hold the rights to show it.",
					zh: "我声明该作品为本人原创，或本人拥有展示它的权利。",
				},
				required: true,
				audience: "owner",
			},
		],
	},
];

type Call = Pick<ProgrammeDefinition, "category" | "path" | "label" | "title" | "lead" | "window">;

type Checking = ProgrammeDefinition["checking"];

/** A showcase of works made with generative AI. Its first address is that of the first track. */
function showcase(call: Call, said: { track: Words; attendance: Words }, checking: Checking): Programme {
	const at = (end: string, track: string) => ({ path: call.path + end, fixed: { spotlightTrack: track } });
	const variants = [at("", APPLIED_TRACK), at("-applied", APPLIED_TRACK), at("-artistic", ARTISTIC_TRACK)];
	return defineProgramme({ ...call, kind: "aigc", checking, variants, sections: sections(said) });
}

/** Works of any conference. */
export const works = showcase(
	{
		category: "showcase",
		path: "/showcase",
		label: { en: "AIGC Showcase", zh: "AIGC展示" },
		title: { en: "AIGC Showcase", zh: "AIGC作品展示" },
		lead: { en: "Show your generative AI work at the conference.", zh: "在大会上展示您的生成式人工智能作品。" },
		window: { state: "closed" },
	},
	{
		track: { en: "Track", zh: "赛道" },
		attendance: { en: "Will you be at the conference?", zh: "您会到大会现场吗？" },
	},
	"strict",
);

/** The showcase of works made with generative AI, in two tracks (specification sections 1, 3 and 5). */
export const aigc = showcase(
	{
		category: "sl-aigc",
		path: "/spotlight-aigc",
		label: { en: "AIGC Spotlight", zh: "AIGC展示" },
		title: { en: "AIGC Spotlight", zh: "AIGC作品展示" },
		lead: {
			en: "Show your generative AI work in Hangzhou, 13–14 September 2025.",
			zh: "在2025年9月13日至14日的杭州大会上展示您的生成式人工智能作品。",
		},
		window: { state: "open" },
	},
	{
		track: { en: "Spotlight track", zh: "展示赛道" },
		attendance: {
			en: "Will you be in Hangzhou on 13–14 September 2025?",
			zh: "您会在2025年9月13日至14日到杭州吗？",
		},
	},
	"soft",
);
