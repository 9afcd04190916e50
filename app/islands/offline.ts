/** Without a connection, submitting a form would show the browser's error page and lose the typed text. */
export function noticeOffline(): void {
	for (const form of document.querySelectorAll<HTMLFormElement>("form[data-offline]")) {
		form.addEventListener("submit", (event) => {
			if (navigator.onLine) return;
			event.preventDefault();
			// Nothing else is to take the form for sent.
			event.stopImmediatePropagation();
			sayOffline(form);
		});
	}
}

/** Says above the form that nothing was sent. */
export function sayOffline(form: HTMLFormElement): void {
	const said = form.previousElementSibling?.matches("[data-said]") ? form.previousElementSibling : undefined;
	said?.remove();
	const line = document.createElement("p");
	line.className = "banner wrong";
	line.dataset.said = "";
	line.tabIndex = -1;
	line.setAttribute("role", "alert");
	line.textContent = form.dataset.offline ?? "";
	form.before(line);
	line.focus();
}
