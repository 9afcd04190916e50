import type { Status } from "../../app/lifecycle.ts";
import { APPLIED_TRACK, ARTISTIC_TRACK } from "../../app/programmes/aigc.ts";

/** An invented entry of another programme than talks: answers under their control names. */
export interface DemoEntry {
	category: "sl-hz" | "sl-aigc" | "forum";
	/** When it was submitted, to the minute, in Hangzhou's time (UTC+8). */
	sent: string;
	answers: Readonly<Record<string, string | readonly string[]>>;
	/** What the organisers decide. */
	status: Status;
}

type Work = Readonly<Record<string, string | readonly string[]>>;

function project(sent: string, status: Status, answers: Work): DemoEntry {
	return { category: "sl-hz", sent, status, answers };
}

const declared = { consent: "true", originalityConsent: "true", uploadMethodConfirm: "Yes" };

function applied(sent: string, status: Status, answers: Work): DemoEntry {
	const usual = { exhibitedBefore: "No", attendanceConfirm: "Yes", submissionFormats: ["demo-video", "powerpoint"] };
	const track = { spotlightTrack: APPLIED_TRACK };
	return { category: "sl-aigc", sent, status, answers: { ...declared, ...track, ...usual, ...answers } };
}

function artwork(sent: string, status: Status, answers: Work): DemoEntry {
	const usual = { artworkExhibitedBefore: "No", attendanceConfirm: "Maybe", artworkSubmissionFormats: ["image"] };
	const track = { spotlightTrack: ARTISTIC_TRACK };
	return { category: "sl-aigc", sent, status, answers: { ...declared, ...track, ...usual, ...answers } };
}

function guest(sent: string, status: Status, answers: Work): DemoEntry {
	return { category: "forum", sent, status, answers: { consent: "true", ...answers } };
}

/** Nominations, works and registrations. People, projects and organisations are invented. */
export const otherEntries: readonly DemoEntry[] = [
	project("2025-06-19T10:20", "Accept", {
		projectname: "Tidewater",
		projectrepo: "https://code.example/tidewater/tidewater",
		maintainers: "6",
		overview:
			"A scheduler for clusters that lose machines all the time.\nIt plans for the next failure before it places the first job.",
		projectage: "5 years",
		why: "Three universities in Zhejiang run their teaching clusters on it, on hardware that others have thrown away.",
		impact: "About 40 clusters, 9 of them in places without stable power.",
		sponsored: "Tidemark Labs pays two of the six maintainers",
		web: "https://tidewater.example",
		nominatorname: "Ingrid Solvang",
		nominatoremail: "ingrid.solvang@tidemark.example",
		ownername: "贺新桥",
		owneremail: "xinqiao.he@tidewater.example",
	}),
	project("2025-06-30T21:05", "New", {
		projectname: "拾音 Shiyin",
		projectrepo: "https://code.example/shiyin",
		maintainers: "3",
		overview: "面向方言的开源语音识别工具包，可以在普通手机上离线运行。",
		projectage: "2 年",
		why: "它让不会说普通话的老人也能使用语音助手，目前已支持十一种方言。",
		impact: "四个社区养老服务中心正在使用。",
		nominatorname: "沈听澜",
		nominatoremail: "tinglan@shiyin.example",
		ownersame: "true",
	}),
	project("2025-07-08T14:44", "Hold", {
		projectname: "Lantern Index",
		projectrepo: "https://code.example/lantern/index",
		maintainers: "11",
		overview: "A vector index that fits into 64 MB and tells you how wrong it may be.",
		projectage: "3 years",
		why: "Honest error bars. Every answer comes with the chance that a better one was missed.",
		nominatorname: "Noor Haddad",
		nominatoremail: "noor@lantern.example",
		ownername: "Lantern maintainers",
		owneremail: "maintainers@lantern.example",
	}),
	project("2025-08-02T08:12", "Reject", {
		projectname: "Yet Another Prompt Collection",
		projectrepo: "https://code.example/yapc",
		maintainers: "1",
		overview: "4,000 prompts in one file.",
		projectage: "4 months",
		why: "It is very long.",
		nominatorname: "R. Vale",
		nominatoremail: "vale@prompts.example",
		ownersame: "true",
	}),
	project("2025-08-17T23:31", "New", {
		projectname: "竹简 Zhujian",
		projectrepo: "https://code.example/zhujian",
		maintainers: "7",
		overview: "把扫描的古籍变成可检索文本的开源流程：版面分析、识别、校对，每一步都可以由人修改。",
		projectage: "4 年",
		why: "图书馆不需要上传藏品就能完成数字化。",
		impact: "已校对两万一千页。",
		web: "https://zhujian.example",
		nominatorname: "顾砚秋",
		nominatoremail: "yanqiu@zhujian.example",
		ownersame: "true",
	}),

	applied("2025-06-25T11:00", "Accept", {
		name: "陆知微",
		email: "zhiwei@heron.example",
		org: "Heron Care",
		country: "中国",
		phone: "+86 571 0000 0101",
		website: "https://heron.example",
		title: "晚安电话：陪独居老人说话的机器人",
		applicationFields: ["elder-care", "mental-health"],
		description: "每晚八点打一通电话，聊十分钟。模型在本地运行，听到跌倒或求助会立刻通知家人。",
		presentFormats: ["robot", "poster"],
		deviceRequirements: ["robot-area", "poster-stand"],
		exhibitedBefore: "Yes",
		exhibitedBeforeDetails: "2024 年，社区养老展，三天。",
	}),
	applied("2025-07-13T16:40", "New", {
		name: "Mateus Carvalho",
		email: "mateus@quadra.example",
		org: "Quadra Escola Aberta",
		country: "Brazil",
		phone: "+55 11 0000 0102",
		title: "A Physics Tutor That Refuses to Give the Answer",
		applicationFields: ["education"],
		description:
			"Pupils draw the forces, the tutor asks one question at a time. After six months in two schools, pupils ask each other the same questions.",
		presentFormats: ["web-app"],
		deviceRequirements: ["led-screen"],
	}),
	applied("2025-08-05T09:27", "Hold", {
		name: "Aiko Mori",
		email: "aiko@waymark.example",
		org: "Waymark Studio",
		country: "日本",
		phone: "+81 3 0000 0103",
		title: "Counter Talk",
		applicationFields: ["social-services", "other"],
		applicationFieldOther: "Municipal offices",
		description:
			"A screen at the counter that puts what is said into plain language, in both directions, in nine languages.",
		presentFormats: ["mobile-app", "other"],
		presentFormatOther: "A counter to sit at",
		deviceRequirements: ["other"],
		deviceRequirementOther: "A table and two chairs",
	}),

	artwork("2025-07-01T19:15", "Accept", {
		name: "江雪盈",
		email: "xueying@inkwater.example",
		org: "墨水工作室",
		country: "中国",
		phone: "+86 571 0000 0104",
		artworkTitle: "西湖十一景",
		artworkDescription: "第十一景由观众决定：站在画前说一句话，湖面随之改变。",
		artworkCategories: ["visual-art", "installation"],
		artworkInteractionFormats: ["realtime-generation", "co-creative"],
		artworkSubmissionFormats: ["video", "image"],
		artworkDeviceRequirements: ["led-screen", "sound-system"],
		artworkEnvironmentRequirements: ["indoor-space", "dark-room", "power-supply"],
		attendanceConfirm: "Yes",
	}),
	artwork("2025-07-22T22:08", "New", {
		name: "Elif Kaya",
		email: "elif@bosphorus-sound.example",
		org: "Bosphorus Sound Archive",
		country: "Türkiye",
		phone: "+90 212 000 0105",
		artworkTitle: "Ferry Noises for String Quartet",
		artworkDescription: "Forty years of harbour recordings, sung back by a model that has never heard anything else.",
		artworkCategories: ["music-audio", "performance"],
		artworkInteractionFormats: ["static-display"],
		artworkSubmissionFormats: ["audio"],
		artworkDeviceRequirements: ["sound-system"],
		artworkEnvironmentRequirements: ["quiet-space"],
		artworkExhibitedBefore: "Yes",
		artworkExhibitedBeforeDetails: "Harbour Nights, 2024, as a recording only.",
	}),
	artwork("2025-08-14T12:50", "New", {
		name: "Dario Conti",
		email: "dario@paperlung.example",
		org: "Paperlung",
		country: "Italy",
		phone: "+39 06 0000 0106",
		artworkTitle: "Letters to Nobody in Particular",
		artworkDescription: "A typewriter that answers by post. Visitors leave an address or a pigeonhole number.",
		artworkCategories: ["literature-poetry", "Other"],
		artworkCategoryOther: "Correspondence",
		artworkInteractionFormats: ["Other"],
		artworkInteractionOther: "By letter, days later",
		artworkSubmissionFormats: ["paper-instruction"],
		artworkDeviceRequirements: ["exhibition-stand"],
		artworkEnvironmentRequirements: ["indoor-space", "floor-standing"],
	}),

	guest("2025-06-12T09:03", "Accept", {
		name: "方若谷",
		email: "ruogu@east-lake.example",
		companySchool: "东湖师范学院",
		position: "副教授",
		countryRegion: "中国",
		background: "研究课堂中的人工智能，尤其是农村小学。",
		forumTopic: ["ai-education", "ai-global-public-good"],
	}),
	guest("2025-06-28T15:37", "New", {
		name: "Camille Roussel",
		email: "camille@atelier-publique.example",
		companySchool: "Atelier Publique",
		position: "Policy lead",
		countryRegion: "法国",
		background: "Wrote the procurement rules for open models of two French regions.",
		recommender: "方若谷",
		forumTopic: ["ai-ethics-governance"],
	}),
	guest("2025-07-19T18:22", "Hold", {
		name: "Tan Wei Ling",
		email: "weiling@straits.example",
		companySchool: "Straits Polytechnic",
		position: "Lecturer",
		countryRegion: "新加坡",
		forumTopic: ["ai-education", "ai-evolution", "ai-ethics-governance", "ai-global-public-good"],
	}),
	guest("2025-08-11T07:55", "New", {
		name: "Sigrún Björnsdóttir",
		email: "sigrun@fjord.example",
		companySchool: "Fjord Foundation",
		position: "Director",
		countryRegion: "其他",
		countryRegionOther: "Iceland",
		background: "Runs a fund that pays maintainers of small languages' keyboards, spell checkers and voices.",
		forumTopic: ["ai-global-public-good"],
	}),
];
