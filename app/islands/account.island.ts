/**
 * Improves the pages of accounts: the browser's own record of who is signed in, the countdown of the
 * session, the strength of a new password while it is typed, and the way on after a sign-in. Every page works without it.
 */

import { rulesMet, strengthWord } from "../accounts/password.ts";
import { attempt } from "./attempt.ts";
import { markChanges } from "./changed-fields.ts";
import { isPlain, openDialogAt, opensDialog } from "./dialog.ts";
import { keepRecord, mirrorTheme } from "./record.ts";
import { sendForms } from "./send-form.ts";
import { countDown } from "./session-countdown.ts";

const WELCOME_MS = 1_500;
attempt(markChanges);
attempt(() => sendForms({ improve, inDialog: showInDialog }));
improve();

/** Improves the page as it was loaded, or as the answer to a form. */
function improve(): void {
	for (const one of [keepRecord, mirrorTheme, countDown, showStrength, goOn, openRegister]) attempt(one);
}

function showStrength(): void {
	const form = document.querySelector<HTMLFormElement>("[data-strength]");
	const [password, confirm] = ["password", "confirm"].map((name) => form?.elements.namedItem(name));
	const button = form?.querySelector<HTMLButtonElement>("button.primary");
	if (!form || !(password instanceof HTMLInputElement) || !(confirm instanceof HTMLInputElement) || !button) return;
	form.querySelector("[data-printed-strength]")?.remove();
	const rules = [...document.querySelectorAll<HTMLElement>("[data-rule]")];
	const words = JSON.parse(form.dataset.words ?? "{}") as Record<string, string>;
	const line = document.createElement("p");
	line.className = "field-note";
	line.setAttribute("aria-live", "polite");
	password.after(line);
	const differ = document.createElement("p");
	differ.className = "field-note over-limit";
	differ.setAttribute("aria-live", "polite");
	confirm.after(differ);
	const show = () => {
		const met: string[] = rulesMet(password.value);
		const score = met.length;
		const text = form.dataset.strength
			?.replace("{word}", words[strengthWord(score)] ?? "")
			.replace("{score}", String(score));
		line.textContent = password.value === "" ? "" : (text ?? "");
		for (const rule of rules) {
			const mark = rule.querySelector("span");
			if (!met.includes(rule.dataset.rule ?? "")) mark?.remove();
			else if (!mark) rule.prepend(tick(form.dataset.met ?? ""));
		}
		// Specification section 5: submit is disabled when the passwords differ.
		button.disabled = password.value !== confirm.value;
		differ.textContent = button.disabled && confirm.value !== "" ? (form.dataset.differ ?? "") : "";
	};
	show();
	form.addEventListener("input", show);
}

function tick(label: string): HTMLElement {
	const mark = document.createElement("span");
	mark.setAttribute("role", "img");
	mark.setAttribute("aria-label", label);
	mark.textContent = "✓ ";
	return mark;
}

function goOn(): void {
	const next = document.querySelector<HTMLElement>("[data-continue]")?.dataset.continue;
	if (next) setTimeout(() => location.replace(next), WELCOME_MS);
}

/** Shows the register page in a dialog over the login screen. If that fails, the page itself is opened. */
function openRegister(): void {
	const link = document.querySelector<HTMLAnchorElement>('#main a[href*="modal=register"]');
	if (!link || typeof HTMLDialogElement === "undefined") return;
	opensDialog(link, (page) => {
		const dialog = openDialogAt({ opener: link, address: link.href, title: page.title }, contentOf(page));
		dialog.setAttribute("aria-label", dialog.querySelector("h1")?.textContent ?? "");
		dialog.addEventListener("click", (event) => {
			if (!(event.target as Element).closest('a[href^="/login"]') || !isPlain(event)) return;
			event.preventDefault();
			dialog.close();
		});
	});
}

/** Shows the answer to a form in its dialog. Who has registered finds the address in the form behind. */
function showInDialog(dialog: HTMLDialogElement, page: Document): void {
	const [typed, behind] = [dialog, document.querySelector(".log-in")].map((one) =>
		one?.querySelector<HTMLInputElement>("[name=email]"),
	);
	dialog.replaceChildren(...contentOf(page));
	dialog.querySelector<HTMLElement>(".summary, [role=status]")?.focus();
	if (typed && behind && !dialog.querySelector("form")) behind.value = typed.value;
}

/** The main part of a fetched page, with its problems, if any. @throws Error if it has none */
function contentOf(page: Document): Node[] {
	const middle = page.querySelector("main > .narrow");
	if (!middle) throw new Error("not the page that was expected");
	// In a dialog they would reload the form as a page.
	middle.querySelector(".preferences")?.remove();
	// The login form behind has fields of the same names: labels and links must find those in the dialog.
	for (const attribute of ["id", "for", "aria-describedby", "aria-labelledby"]) {
		for (const element of middle.querySelectorAll(`[${attribute}]`)) {
			element.setAttribute(attribute, (element.getAttribute(attribute) ?? "").replace(/\S+/g, "d-$&"));
		}
	}
	for (const link of middle.querySelectorAll('a[href^="#"]')) {
		link.setAttribute("href", (link.getAttribute("href") ?? "").replace("#", "#d-"));
	}
	return [...middle.childNodes];
}
