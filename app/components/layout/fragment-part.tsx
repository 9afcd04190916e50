import { createElement, type ReactNode } from "react";

/** A further part of an answer to a script. @param to selector of the element that it replaces; none where only messages are told */
export function FragmentPart({ to, children }: { to?: string; children: ReactNode }) {
	const attributes = {
		hx: "",
		type: "partial",
		"data-hx-target": to ?? "body",
		"data-hx-swap": to === undefined ? "none" : "outerMorph",
	};
	return createElement("template", attributes, children);
}
