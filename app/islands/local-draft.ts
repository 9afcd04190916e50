/** Drafts on the device: saved on every change, offered when the form is opened again. */

const DRAFT = "draft:";
const ATTEMPTS = "attempts:";
/** Name of the form this tab sent last. */
const SENT = "sent";
const SAVE_AFTER_MS = 300;
/** Never kept on the device: secrets, signed fields, the photo, and a consent that must be given each time. */
const NOT_KEPT = /^(formToken|attempts|draftBase|photo|file)$|consent$/i;

type Values = Record<string, string[]>;

interface Draft {
	/** Milliseconds since the epoch, by the device's clock. */
	at: number;
	values: Values;
}

/**
 * A submission that arrived needs its draft no more; drafts of other forms stay. The form leaves its name in the tab's
 * own storage when it is sent, and a form that is shown again was not accepted.
 */
export function clearDraft(form: HTMLFormElement | null): void {
	const arrived = document.querySelector<HTMLElement>("[data-clear-drafts]")?.dataset.clearDrafts?.split(" ");
	const sent = sessionStorage.getItem(SENT);
	if (form || arrived) sessionStorage.removeItem(SENT);
	if (sent !== null && arrived?.includes(sent.replace(/^editor:|[?@].*$/g, ""))) {
		localStorage.removeItem(DRAFT + sent);
		localStorage.removeItem(ATTEMPTS + sent);
	}
	form?.addEventListener("submit", (event) => {
		const name = form.dataset.draft ?? "";
		sessionStorage.setItem(SENT, name);
		// What the server is asked to forget must not come back from here.
		if (event.submitter?.getAttribute("name") === "do.discard-draft") forget(name);
	});
}

function forget(name: string): void {
	localStorage.removeItem(DRAFT + name);
	localStorage.removeItem(ATTEMPTS + name);
}

/** The signed counts of failed tries, mirrored so that they survive leaving the page. */
export function keepAttempts(form: HTMLFormElement): void {
	const field = form.elements.namedItem("attempts");
	if (!(field instanceof HTMLInputElement)) return;
	const key = ATTEMPTS + form.dataset.draft;
	if (field.value) localStorage.setItem(key, field.value);
	else field.value = localStorage.getItem(key) ?? "";
}

function read(name: string): Draft | undefined {
	const kept = localStorage.getItem(DRAFT + name);
	const draft = kept ? (JSON.parse(kept) as Partial<Draft>) : {};
	return draft.values && draft.at ? (draft as Draft) : undefined;
}

/**
 * Saves on every change. A newer draft is put back into a new form that came without problems, and said so; next to a
 * newer one of the server's, or to an entry that is changed, it is only offered.
 */
export function keepDraft(form: HTMLFormElement, texts: Record<string, string>): void {
	const own = form.dataset.draft ?? "";
	// What was typed before signing in was a guest's, and perhaps another person's.
	const name = read(own) ? own : own.replace(/@.*/, "");
	const draft = read(name);
	if (draft && form.dataset.fresh !== undefined && differs(form, draft.values)) {
		const base = form.elements.namedItem("draftBase");
		const newest = draft.at > Number(base instanceof HTMLInputElement ? base.value : 0);
		if (newest && name === own && form.dataset.spot === undefined && form.dataset.chosen === undefined) {
			fill(form, draft.values);
			announce(form, texts.restored, [[texts.discard, () => discard(form)]]);
		} else {
			const show = () => {
				fill(form, draft.values);
				form.dispatchEvent(new Event("input"));
			};
			announce(form, texts.older, [
				[texts.show, show],
				[texts.discard, () => forget(name)],
			]);
		}
	}
	let timer = 0;
	form.addEventListener("input", () => {
		clearTimeout(timer);
		timer = window.setTimeout(() => saveDraft(form), SAVE_AFTER_MS);
	});
	addEventListener("pagehide", () => {
		if (timer && form.isConnected) saveDraft(form);
	});
}

/** Keeps what the form holds now; answers it does not ask for, those of another track, stay as they were. */
export function saveDraft(form: HTMLFormElement): void {
	const values = { ...read(form.dataset.draft ?? "")?.values, ...collect(form) };
	localStorage.setItem(DRAFT + form.dataset.draft, JSON.stringify({ at: Date.now(), values }));
}

/** Puts back what was typed into fields that have just come into the form. */
export function restoreDraft(form: HTMLFormElement): void {
	const draft = read(form.dataset.draft ?? "");
	if (draft) fill(form, { ...draft.values, ...collect(form, true) });
}

function discard(form: HTMLFormElement): void {
	forget(form.dataset.draft ?? "");
	form.reset();
	form.dispatchEvent(new Event("input"));
	forget(form.dataset.draft ?? "");
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function controls(form: HTMLFormElement): Control[] {
	const elements = [...form.elements] as Control[];
	return elements.filter(({ name, type }) => name && !NOT_KEPT.test(name) && !/^(submit|hidden|file)$/.test(type));
}

const isBox = (control: Control): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type);

/** Every answer in the form; boxes nobody ticked are empty lists. `filled`: only what somebody has answered. */
function collect(form: HTMLFormElement, filled = false): Values {
	const values: Values = {};
	for (const control of controls(form)) {
		values[control.name] ??= [];
		if (!isBox(control) || control.checked) values[control.name]?.push(control.value);
	}
	if (filled) for (const name of Object.keys(values)) if (!values[name]?.join("")) delete values[name];
	return values;
}

function differs(form: HTMLFormElement, values: Values): boolean {
	const present = collect(form);
	return Object.keys(present).some((name) => values[name] && String(values[name]) !== String(present[name]));
}

function fill(form: HTMLFormElement, values: Values): void {
	for (const control of controls(form)) {
		const value = values[control.name];
		if (value === undefined || control.dataset.path !== undefined) continue;
		if (isBox(control)) control.checked = value.includes(control.value);
		else control.value = value[0] ?? "";
	}
}

function announce(form: HTMLFormElement, text = "", buttons: [label: string | undefined, press: () => void][]): void {
	const notice = document.createElement("p");
	notice.className = "banner";
	notice.setAttribute("role", "status");
	notice.append(text);
	for (const [label = "", press] of buttons) {
		const button = document.createElement("button");
		button.type = "button";
		button.className = "link";
		button.textContent = label;
		button.addEventListener("click", () => {
			press();
			notice.remove();
		});
		notice.append(" ", button);
	}
	form.before(notice);
}
