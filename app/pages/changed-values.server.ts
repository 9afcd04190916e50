/** What organisers set, in words: a status, a track, a panel, an invitation. Server only. */
import type { AppLoadContext } from "@remix-run/node";
import { STATUSES } from "../lifecycle.ts";
import { invitationLabel } from "../programmes/forum.ts";
import { marks } from "../programmes/marks.ts";

/** @returns names a value, given in parts: no status, track or keyword is named like another */
export function valueNames({ services, t, locale }: AppLoadContext): (parts: readonly string[]) => string {
	const tracks = services.tracks.labels(locale);
	const nameOf = (part: string) => {
		const status = STATUSES.find((one) => one === part);
		return status ? t(`status.${status}`) : (tracks.get(part) ?? invitationLabel(part));
	};
	return (parts) => parts.map(nameOf).join(marks[locale].item) || t("panel.none");
}
