import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";

// A navigation given up for a newer one: the framework leaves the rest of its answer as a promise that nobody awaits.
addEventListener("unhandledrejection", (event) => {
	if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault();
});

startTransition(() => {
	hydrateRoot(document, <RemixBrowser />);
});
