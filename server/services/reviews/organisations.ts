import { foldForSearch } from "../../../app/search/folding.ts";

/** Mail domains whose people have nothing else in common: providers that give addresses to everyone. */
const PUBLIC_MAIL_DOMAINS: ReadonlySet<string> = new Set([
	...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "live.cn", "outlook.fr"],
	...["yahoo.com", "yahoo.co.jp", "yahoo.co.uk", "yahoo.co.in", "yahoo.fr", "yahoo.de", "ymail.com", "rocketmail.com"],
	...["icloud.com", "me.com", "mac.com", "aol.com", "gmx.com", "gmx.de", "gmx.net", "gmx.at", "gmx.ch", "web.de"],
	...["t-online.de", "freenet.de", "posteo.de", "mailbox.org", "proton.me", "protonmail.com", "pm.me", "tutanota.com"],
	...["fastmail.com", "fastmail.fm", "hey.com", "zoho.com", "mail.com", "email.com", "duck.com", "disroot.org"],
	...["yandex.ru", "yandex.com", "ya.ru", "mail.ru", "bk.ru", "inbox.ru", "list.ru", "rambler.ru", "ukr.net"],
	...["orange.fr", "free.fr", "laposte.net", "wanadoo.fr", "sfr.fr", "libero.it", "virgilio.it", "tiscali.it"],
	...["wp.pl", "o2.pl", "onet.pl", "interia.pl", "seznam.cz", "centrum.cz", "uol.com.br", "bol.com.br", "terra.com.br"],
	...["qq.com", "vip.qq.com", "foxmail.com", "163.com", "vip.163.com", "126.com", "vip.126.com", "yeah.net", "188.com"],
	...["sina.com", "sina.cn", "vip.sina.com", "sohu.com", "vip.sohu.com", "tom.com", "21cn.com", "aliyun.com"],
	...["139.com", "189.cn", "wo.cn", "263.net", "88.com", "111.com", "hotmail.co.uk", "hotmail.fr", "hotmail.de"],
	...["naver.com", "daum.net", "hanmail.net", "kakao.com", "nate.com", "docomo.ne.jp", "ezweb.ne.jp", "softbank.ne.jp"],
	...["rediffmail.com", "comcast.net", "verizon.net", "att.net", "sbcglobal.net", "cox.net", "btinternet.com"],
	...["users.noreply.github.com", "privaterelay.appleid.com"],
]);

/** What people without an organisation write. */
const NONE: ReadonlySet<string> = new Set([
	...[
		"none",
		"n/a",
		"na",
		"no",
		"nil",
		"-",
		"/",
		".",
		"individual",
		"independent",
		"independent developer",
		"freelance",
	],
	...["freelancer", "self", "self-employed", "self employed", "personal", "student", "other", "retired", "unemployed"],
	...["无", "没有", "暂无", "个人", "独立", "独立开发者", "自由职业", "自由职业者", "学生", "其他", "无业", "自己"],
]);

export const isPublicMailDomain = (domain: string): boolean => PUBLIC_MAIL_DOMAINS.has(domain);

/** An organisation as it is compared: without case, width and repeated spaces; "" for none. */
export function organisationIn(text: string): string {
	const folded = foldForSearch(text).trim().replace(/\s+/g, " ");
	return NONE.has(folded) ? "" : folded;
}
