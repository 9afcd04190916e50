import { parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import { LOCALES } from "../../app/i18n.ts";
import { receiptsValues } from "../../server/mail/templates.ts";
import { register, signIn } from "../support/accounts.ts";
import { errorsOf, submitForm, textOfPage } from "../support/form.ts";
import { shippedLetter } from "../support/mail-texts.ts";
import { openPortal } from "../support/portal.ts";
import { programmeOf } from "../support/templates.ts";

it("asks in Chinese to tick a box, to choose an option, to send a photo and to write a text", async () => {
	const portal = await openPortal();
	const asked = async (path: string) => {
		const agent = portal.agent().set("Accept-Language", "zh");
		const { text } = await submitForm(agent, (await agent.get(path).expect(200)).text, {}).expect(422);
		return errorsOf(text).list.map((line) => line.replace(/（.*/, ""));
	};
	expect(await asked("/hangzhou")).toEqual(
		expect.arrayContaining(["请勾选同意声明", "请填写姓名", "请填写演讲题目", "请上传个人照片"]),
	);
	expect(await asked("/spotlight-aigc")).toEqual(expect.arrayContaining(["请选择能否到场", "请选择应用领域"]));
});

describe.each(LOCALES)("in %s", (locale) => {
	it("a combined receipt calls only private links private", () => {
		const entry = (id: number, guest: boolean) => ({
			id,
			guest,
			locale,
			programme: programmeOf("hangzhou"),
			kind: "talk" as const,
			incomplete: [],
			consent: "given" as const,
			link: guest ? `https://cfp.example/entry/talk-${id}?key=1.abc` : "https://cfp.example/dashboard",
		});
		const said = (...guests: boolean[]) =>
			/private|仅供您本人/.test(
				shippedLetter(
					"receipts",
					locale,
					receiptsValues(
						locale,
						guests.map((guest, id) => entry(id + 1, guest)),
					),
				).body,
			);
		expect([said(false, false), said(true, false), said(true, true)]).toEqual([false, true, true]);
	});

	it("no console page's name is part of another's", async () => {
		const portal = await openPortal();
		const admin = (await portal.admin()).set("Accept-Language", locale);
		const links = parse((await admin.get("/admin").expect(200)).text).querySelectorAll(".rail a");
		const names = links.map((link) => link.textContent.trim());
		expect(names.length).toBeGreaterThan(5);
		const parts = names.filter((one) => names.some((other) => other !== one && other.endsWith(one)));
		expect(parts).toEqual([]);
	});

	it("right after the login no page says that it was a while ago", async () => {
		const portal = await openPortal();
		await register(portal, "mei@example.org");
		const agent = (await signIn(portal, "mei@example.org")).set("Accept-Language", locale);
		const said = textOfPage((await agent.get("/confirm?return=/account/erase").expect(200)).text);
		expect(said).not.toMatch(/a while ago|一段时间/);
	});
});
