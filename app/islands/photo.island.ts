/**
 * Uploads a chosen photo at once, reduced in size, so that on a slow line the form itself is sent quickly. If anything
 * fails, the photo is sent with the form, as without scripts. The form loads this when a photo is first chosen.
 */
import { made } from "./made.ts";
import { parsedPage } from "./parsed-page.ts";

const EDGE = 1_000;
const SMALL_BYTES = 200_000;

interface Meanwhile {
	/** The photo that was sent with the form while this was loaded, if any. */
	handedIn: File | undefined;
	/** Waits until no button is being pressed. */
	released: () => Promise<void>;
}

export function sendPhoto(
	form: HTMLFormElement,
	input: HTMLInputElement,
	texts: Record<string, string>,
	{ handedIn, released }: Meanwhile,
): void {
	const line = made("p", { class: "field-note", role: "status" });
	input.after(line);
	const advice = adviceOn(input, line);
	let request: XMLHttpRequest | undefined;
	const begin = async () => {
		const chosen = input.files?.[0];
		request?.abort();
		line.textContent = "";
		advice(undefined);
		if (!chosen) return;
		const photo = await shrink(chosen).catch(() => chosen);
		const isOver = () => input.files?.[0] !== chosen || handedIn === chosen;
		if (isOver()) return;
		advice(photo);
		request = new XMLHttpRequest();
		post(request, form, input.name, photo, (percent) => {
			line.textContent = (texts.uploading ?? "").replace("{n}", String(percent));
		}).then(
			async (page) => {
				await released();
				if (isOver()) return;
				// The page says the same of the photo it shows.
				advice(undefined);
				line.textContent = takeOver(form, input, page) ? (texts.uploaded ?? "") : "";
			},
			() => {
				line.textContent = "";
				if (!isOver()) advice(chosen);
			},
		);
	};
	input.addEventListener("change", begin);
	void begin();
	// The form sends the photo itself, so a running upload is cancelled.
	form.addEventListener("submit", () => {
		handedIn = input.files?.[0];
		request?.abort();
	});
}

/** Says beside the field that a photo is larger than advised as it is sent; it is sent all the same. */
function adviceOn(input: HTMLInputElement, above: Element): (sent: File | undefined) => void {
	const line = made("p", { class: "field-note over-limit", "aria-live": "polite" });
	above.after(line);
	return (sent) => {
		const isOver = sent !== undefined && sent.size > Number(input.dataset.limit);
		line.textContent = isOver ? (input.dataset.advice ?? "") : "";
	};
}

/** The photo upright and no larger than the server stores it, if that makes the file smaller. */
async function shrink(file: File): Promise<File> {
	const image = await createImageBitmap(file);
	const scale = Math.min(1, EDGE / Math.max(image.width, image.height));
	if (scale === 1 && file.size <= SMALL_BYTES) return file;
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(image.width * scale);
	canvas.height = Math.round(image.height * scale);
	const context = canvas.getContext("2d");
	if (!context) return file;
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.drawImage(image, 0, 0, canvas.width, canvas.height);
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
	return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
}

/** Sends the form as its "Save draft" button would, with the small photo in place of the chosen one. */
function post(
	request: XMLHttpRequest,
	form: HTMLFormElement,
	name: string,
	photo: File,
	report: (percent: number) => void,
): Promise<Document> {
	const body = new FormData(form);
	body.set(name, photo);
	body.set("do.save-draft", "1");
	return new Promise((done, fail) => {
		request.upload.onprogress = ({ loaded, total }) => report(Math.floor((loaded / total) * 100));
		request.onerror = request.onabort = fail;
		request.onload = () => done(parsedPage(request.responseText));
		request.open("POST", form.action);
		request.setRequestHeader("X-Requested-With", "fetch");
		request.send(body);
	});
}

/**
 * Shows the server's answer about the photo.
 * @returns whether it was accepted
 */
function takeOver(form: HTMLFormElement, input: HTMLInputElement, page: Document): boolean {
	const problem = page.getElementById(`${input.id}-error`);
	const kept = page.querySelector(".photo-kept");
	// Not the page of the form: the photo is sent with it.
	if (!problem && !kept) return false;
	const described = page.getElementById(input.id)?.getAttribute("aria-describedby");
	if (described) input.setAttribute("aria-describedby", described);
	document.getElementById(`${input.id}-error`)?.remove();
	input.closest(".field")?.classList.toggle("wrong", problem !== null);
	input.ariaInvalid = problem && "true";
	if (problem) {
		input.before(problem);
		input.value = "";
		// Nothing is chosen any more: a question that was wrong before is so again.
		input.dispatchEvent(new Event("input", { bubbles: true }));
		return false;
	}
	const base = page.querySelector<HTMLInputElement>("form.programme [name=draftBase]")?.value;
	const mine = form.elements.namedItem("draftBase");
	if (!kept) return false;
	form.querySelector(".photo-kept")?.remove();
	input.before(kept);
	input.value = "";
	if (base && mine instanceof HTMLInputElement) mine.value = base;
	// Enter presses the first button: not the one that removes the photo.
	const first = page.querySelector("form.programme > .off-screen");
	if (first && !form.querySelector(":scope > .off-screen")) form.prepend(first);
	for (const button of page.querySelectorAll<HTMLButtonElement>(".programme .actions button[name]"))
		if (!form.elements.namedItem(button.name)) form.querySelector(".actions")?.append(button);
	return true;
}
