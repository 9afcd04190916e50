import { programmes } from "../templates.ts";
import { LONG } from "./scene.ts";
import type { Screen } from "./screen.ts";

/** Titles of the pages in Chinese, by the English ones of the specification (section 2). */
const CHINESE: Readonly<Record<string, string>> = {
	"Log in": "登录",
	"Create an account": "注册账号",
	"Confirm your email address": "确认邮箱",
	"Forgot Password": "忘记密码",
	"Reset Password": "重置密码",
	"First administrator": "首位管理员",
	Event: "大会",
	"Set-up document": "设置文档",
	"A person’s data": "个人数据",
	Team: "团队",
	"Join the team": "加入团队",
	"Invitation not valid": "邀请无效",
	Unsubscribe: "退订邮件",
	"Link not valid": "链接无效",
	"Hangzhou Talk Proposal": "杭州演讲提案",
	"Project Nomination": "项目提名",
	"AIGC Spotlight": "AIGC作品展示",
	"Forum Registration": "论坛报名",
	"Submission Closed": "征集已截止",
	"Not your submission": "不是您的提交",
	"Not in your account": "不在您的账号中",
	"Thank You": "感谢提交",
	Dashboard: "个人中心",
	"Your account": "您的账号",
	"Erase your data": "删除数据",
	"Confirm that it is you": "请确认是您本人",
	"Submission talk-31": "提交编号：talk-31",
	"Submission talk-32": "提交编号：talk-32",
	"Submission talk-33": "提交编号：talk-33",
	"Submission nomination-36": "提交编号：nomination-36",
	"Log in to see this submission": "请登录后查看这份提交",
	Schedule: "日程",
	"Schedule changes": "日程变更",
	"“1” in the schedule": "日程中的“1”",
	"“zzz 1” in the schedule": "日程中的“zzz 1”",
	"Earlier events": "往届大会",
	Archive: "归档",
	"Next edition": "下一届",
	"Earlier 2024": "开源大会2024",
	Proposals: "演讲提案",
	"Nominations - AIGC Spotlight - Hangzhou": "提名 - AIGC展示 - 杭州",
	Decisions: "录用决定",
	Statistics: "统计",
	"Waiting lists": "候补名单",
	Messages: "消息",
	"Messages about talk-31": "关于talk-31的消息",
	"History of talk-31": "talk-31的历史记录",
	"Discussion of talk-31": "talk-31的讨论",
	"Decision emails": "告知决定的邮件",
	"Write to many people": "群发邮件",
	"Email to many people": "已群发的邮件",
	"Email texts": "邮件文本",
	Receipt: "提交回执",
	"AIGC Submission Details": "AIGC提交详情",
	"Page Not Found": "页面不存在",
	Overview: "概览",
	"Acceptance email": "录用邮件",
	"Rejection email": "婉拒邮件",
	Panelists: "专家组",
	"Change 1 entry?": "更改1项？",
	"Late submissions": "逾期提交",
	"Removed as spam": "已移除的垃圾内容",
	"Waiting for a check": "等待检查",
	"Marked networks": "已标记的网络",
	Nominations: "项目提名",
	"Nomination Details": "提名详情",
	"Forum Registrations": "论坛报名",
	"Registration Details": "报名详情",
	"Forum confirmation email": "论坛确认邮件",
	"Import Forum Registrations": "导入论坛报名",
	Outbox: "发件箱",
	"Track Management": "专题管理",
	"Add New Track": "添加专题",
	"Track Details": "专题详情",
	"Edit Track": "修改专题",
	Calls: "征集",
	"All calls": "所有征集",
	Reviews: "评审工作",
	"Assignments: Hangzhou Talk Proposal": "分配：杭州演讲提案",
	"Conflicts of interest: Hangzhou Talk Proposal": "利益冲突：杭州演讲提案",
	"Redactions: Hangzhou Talk Proposal": "遮盖：杭州演讲提案",
	"Review rules: AIGC Spotlight": "评审规则：AIGC作品展示",
	"Results of reviews: Hangzhou Talk Proposal": "评审结果：杭州演讲提案",
	"Preview: AIGC Spotlight": "预览：AIGC作品展示",
	"Publish the form of AIGC Spotlight": "发布AIGC作品展示的表单",
	Attendance: "能否到场",
	"Proposal Editor": "提案编辑器",
	[`Editing: ${LONG}`]: `修改：${LONG}`,
	"Conflicts in the schedule": "日程中的冲突",
	"Release the schedule": "发布日程",
	"Edit the grid": "编辑时间表",
	"Saturday, 13 September 2025": "2025年9月13日星期六",
};

const SITES = { "en-US": "Hangzhou 2025 Call For Proposals", "zh-CN": "Hangzhou 2025 征集平台" };
/** Of the archived event. */
const EARLIER = { "en-US": "Earlier 2024 Call For Proposals", "zh-CN": "开源大会2024 征集平台" };

/** The whole title of a screen. */
export function titleOf(
	{ row, title, state }: Pick<Screen, "row" | "title" | "state">,
	locale: keyof typeof SITES,
): string {
	const own = locale === "zh-CN" ? (CHINESE[title] ?? titleOfCall(title) ?? title) : title;
	const error = state === "errors" ? { "en-US": "Error: ", "zh-CN": "错误：" }[locale] : "";
	return `${error}${own && `${own} — `}${(row.startsWith("/events/") ? EARLIER : SITES)[locale]}`;
}

/** Calls that the specification does not have say themselves what their pages are called. */
function titleOfCall(title: string): string | undefined {
	return programmes.find((programme) => programme.title.en === title)?.title.zh;
}
