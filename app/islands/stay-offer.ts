import { FRAME } from "../fragments.ts";
import { made } from "./made.ts";

/**
 * Offers to renew the session while the page warns of its end: in another tab, because the visitor may be typing here. A
 * page that was loaded late has the form already.
 */
export function offerToStay(panel: HTMLElement, warns: boolean): void {
	const present = panel.querySelector("form");
	if (!warns) present?.remove();
	const token = document.querySelector<HTMLInputElement>("[name=formToken]")?.value;
	if (!warns || present || !token) return;
	const label = document.getElementById(FRAME)?.dataset.stay ?? "";
	panel.append(
		made(
			"form",
			{ method: "post", action: "/session", target: "_blank" },
			made("input", { type: "hidden", name: "formToken", value: token }),
			made("button", { name: "do.stay", value: label }, label),
		),
	);
}
