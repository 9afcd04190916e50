/**
 * Improves the pages of accounts and of the console: the browser's own record of who is signed in, the countdown of the
 * session, the strength of a new password while it is typed, and the way on after a sign-in. Every page works without it.
 */

import { rulesMet, strengthWord } from "../accounts/password.ts";
import { markChanges } from "./changed-fields.ts";
import { isPlain, openDialog, pageAt } from "./dialog.ts";
import { formBody } from "./form-body.ts";
import { noticeOffline, sayOffline } from "./offline.ts";
import { keepRecord, mirrorTheme } from "./record.ts";

const CHECK_MS = 60_000;
const WARN_SECONDS = 300;
const WELCOME_MS = 1_500;
const loadedAt = performance.now();

for (const improve of [
	keepRecord,
	mirrorTheme,
	countDown,
	showStrength,
	goOn,
	openRegister,
	noticeOffline,
	markChanges,
]) {
	try {
		improve();
	} catch {
		// The page works as plain HTML.
	}
}

/**
 * Checks the end of the session every minute and when the tab becomes visible; at load the page shows it. The server
 * says how much time is left, because the device's clock may be wrong.
 */
function countDown(): void {
	const panel = document.querySelector<HTMLElement>("[data-seconds-left]");
	const line = panel?.querySelector<HTMLElement>("[data-session-warning]");
	if (!panel || !line) return;
	const { secondsLeft, ended = "", warningOne = "", warningMany = "", warningSoon = "" } = panel.dataset;
	const check = () => {
		const left = Number(secondsLeft) - (performance.now() - loadedAt) / 1000;
		const minutes = Math.floor(left / 60);
		let text = "";
		if (left <= 0) text = ended;
		else if (left <= WARN_SECONDS) {
			text = minutes === 0 ? warningSoon : minutes === 1 ? warningOne : warningMany.replace("{n}", String(minutes));
		}
		// An unchanged line is not set again, or screen readers would repeat it.
		if (line.textContent !== text) line.textContent = text;
	};
	setInterval(check, CHECK_MS);
	addEventListener("visibilitychange", check);
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
	const link = document.querySelector<HTMLAnchorElement>('a[href*="modal=register"]');
	if (!link || typeof HTMLDialogElement === "undefined") return;
	let opening = false;
	link.addEventListener("click", (event) => {
		if (!isPlain(event)) return;
		event.preventDefault();
		if (opening) return;
		opening = true;
		contentOf(fetch(link.href))
			.then(
				(content) => show(link, content),
				() => location.assign(link.href),
			)
			.finally(() => {
				opening = false;
			});
	});
}

function show(opener: HTMLElement, content: Node[]): void {
	const dialog = openDialog(opener, content);
	dialog.addEventListener("submit", (event) => {
		event.preventDefault();
		send(dialog, event.target as HTMLFormElement);
	});
	dialog.addEventListener("click", (event) => {
		if (!(event.target as Element).closest('a[href^="/login"]')) return;
		event.preventDefault();
		dialog.close();
	});
}

/** Sends the form in the dialog, once, and shows the answer there. Without an answer everything typed stays. */
function send(dialog: HTMLDialogElement, form: HTMLFormElement): void {
	const button = form.querySelector<HTMLButtonElement>(".actions [type=submit]");
	if (!button || button.disabled) return;
	const label = button.textContent;
	button.disabled = true;
	button.textContent = form.dataset.sending ?? label;
	const body = formBody(form);
	contentOf(fetch(form.action, { method: "POST", body })).then(
		(answer) => {
			dialog.replaceChildren(...answer);
			dialog.querySelector<HTMLElement>(".summary, [role=status]")?.focus();
			const [typed, behind] = [form, document.querySelector(".log-in")].map((one) =>
				one?.querySelector<HTMLInputElement>("[name=email]"),
			);
			if (typed && behind && !dialog.querySelector("form")) behind.value = typed.value;
		},
		(error) => {
			button.disabled = false;
			button.textContent = label;
			// The browser's error for no answer. Any other page is shown by loading it.
			if (error instanceof TypeError) sayOffline(form);
			else form.submit();
		},
	);
}

/** The main part of a fetched page, with its problems, if any. */
async function contentOf(answer: Promise<Response>): Promise<Node[]> {
	const middle = (await pageAt(answer)).querySelector("main > .narrow");
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
