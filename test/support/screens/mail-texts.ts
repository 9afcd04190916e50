import { press, type Screen, screensOf } from "./screen.ts";

const admin = { who: "admin" } as const;
const RECEIPT = "/admin/mail/texts/receipt";
/** Longer than a text may be. */
const LONG = "长".repeat(6_000);

/** Where organisers change the texts of mails. */
export const mailTextScreens: readonly Screen[] = [
	...screensOf("/admin/mail/texts", admin, { title: "Email texts" }),
	...screensOf(
		"/admin/mail/texts/:kind",
		admin,
		{ title: "Receipt", path: RECEIPT },
		{
			title: "Acceptance email",
			path: "/admin/mail/texts/accept",
			state: "filled",
			reach: press("[name='do.preview']", "#h-preview"),
		},
		{
			title: "Receipt",
			path: RECEIPT,
			state: "errors",
			reach: async (page) => {
				await page.fill("[name=subjectEn]", "{{link}}{{nothing}}");
				await page.fill("[name=bodyZh]", LONG);
				await press("[name='do.save']", "#errors")(page);
			},
		},
		{
			title: "Receipt",
			path: RECEIPT,
			state: "errors",
			reach: async (page) => {
				await page.evaluate(() => {
					const was = document.querySelector<HTMLInputElement>("[name=was]");
					if (was) was.value = was.value.replace('"revision":0', '"revision":1').replace("Hello", "Good day");
				});
				await page.fill("[name=bodyEn]", "{{missing}}\n{{link}}");
				await press("[name='do.save']", "#h-differences")(page);
			},
		},
	),
];
