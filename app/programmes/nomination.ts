import { defineProgramme, type ProgrammeDefinition, type Section } from "./define.ts";
import { email, link, prose, text, title } from "./fields.ts";

const sections: readonly Section[] = [
	{
		key: "project",
		title: { en: "The project", zh: "项目" },
		fields: [
			title("projectname", "Project Name", "项目名称"),
			link("projectrepo", "Repository URL", "代码仓库网址", { required: true, audience: "public" }),
			text("maintainers", "Number of Maintainers", "维护者人数", { required: true, inputMode: "numeric" }),
			prose("overview", "Overview", "项目概述", { required: true, audience: "public", rows: 8 }),
			text("projectage", "Project Age", "项目年限", {
				required: true,
				hint: { en: "In years, or since when", zh: "多少年，或始于何时" },
			}),
			prose("why", "Why", "提名理由", {
				required: true,
				hint: { en: "Why this project deserves attention", zh: "为什么这个项目值得关注" },
			}),
			prose("impact", "Impact", "影响力"),
			text("sponsored", "Sponsored", "赞助情况", {
				hint: { en: "The sponsors, if there are any", zh: "如有赞助，请写明赞助方" },
			}),
			link("web", "Website", "项目网站", { audience: "public" }),
		],
	},
	{
		key: "nominator",
		title: { en: "Nominator", zh: "提名人" },
		person: true,
		fields: [
			text("nominatorname", "Nominator Name", "提名人姓名", { required: true, column: "name", autocomplete: "name" }),
			email("nominatoremail", "Nominator Email", "提名人邮箱", {
				required: true,
				column: "email",
				autocomplete: "email",
			}),
		],
	},
	{
		key: "owner",
		title: { en: "Project owner", zh: "项目负责人" },
		fields: [
			{
				kind: "copy",
				name: "ownersame",
				label: { en: "Owner same as nominator", zh: "负责人与提名人相同" },
				audience: "owner",
				copies: { ownername: "nominatorname", owneremail: "nominatoremail" },
			},
			text("ownername", "Owner Name", "负责人姓名", { required: true }),
			email("owneremail", "Owner Email", "负责人邮箱", { required: true }),
		],
	},
];

type Call = Omit<ProgrammeDefinition, "kind" | "checking" | "sections">;

const spotlight = (call: Call) => defineProgramme({ ...call, kind: "nomination", checking: "strict", sections });

/** Projects nominated at any conference. */
export const projects = spotlight({
	category: "projects",
	path: "/projects",
	label: { en: "Project Nomination", zh: "项目提名" },
	title: { en: "Project Nomination", zh: "项目提名" },
	lead: { en: "Nominate an open-source project.", zh: "提名一个开源项目。" },
	window: { state: "closed" },
});

/** Projects nominated for the conference's spotlight (specification sections 1, 3 and 5). */
export const hangzhouSpotlight = spotlight({
	category: "sl-hz",
	path: "/spotlight-hz",
	label: { en: "Hangzhou Spotlight", zh: "杭州项目提名" },
	title: { en: "Project Nomination", zh: "项目提名" },
	lead: {
		en: "Nominate an open-source project for the spotlight in Hangzhou.",
		zh: "提名一个开源项目，参加杭州站展示。",
	},
	window: { state: "open", opensAt: "2025-06-18T00:00:00+08:00", closesAt: "2025-08-18T23:59:59+08:00" },
});

export const rustSpotlight = spotlight({
	category: "rust",
	path: "/spotlight-rust",
	label: { en: "Rust Spotlight", zh: "Rust项目提名" },
	title: { en: "Rust Spotlight Nomination", zh: "Rust开源项目提名" },
	lead: { en: "Nominate an open-source project written in Rust.", zh: "提名一个用Rust编写的开源项目。" },
	window: { state: "closed", closesAt: "2025-03-14T23:59:59+08:00" },
});

export const aiSpotlight = spotlight({
	category: "ai",
	path: "/spotlight-ai",
	label: { en: "AI Spotlight", zh: "AI项目提名" },
	title: { en: "AI Spotlight Nomination", zh: "AI开源项目提名" },
	lead: { en: "Nominate an open-source AI project.", zh: "提名一个开源AI项目。" },
	window: { state: "closed", closesAt: "2025-04-15T23:59:59+08:00" },
});
