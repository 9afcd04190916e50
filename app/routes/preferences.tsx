import type { ActionFunctionArgs } from "@remix-run/node";
import { PREFERENCES } from "../components/layout/preferences.tsx";
import { THEMES } from "../enumerations.ts";
import { safePath, seeOther } from "../http.ts";
import { textOf } from "../programmes/answers.ts";

/** Keeps the chosen theme in a cookie and goes back to the page the choice was made on. */
export async function action({ context }: ActionFunctionArgs) {
	const theme = THEMES.find((option) => option === textOf(context.form, "theme"));
	if (theme) context.prefer("theme", theme);
	return seeOther(`${safePath(textOf(context.form, "back"), "/")}#${PREFERENCES}`);
}
