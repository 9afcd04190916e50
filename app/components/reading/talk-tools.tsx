import { Link } from "@remix-run/react";
import type { Readable } from "../../hooks/readings.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { withParameters } from "../lists/list-url.ts";
import { MAIL_WORDS } from "../lists/mail-words.ts";

/** What can be done with a talk besides deciding about it. @param path address to which the parameters of a dialog are added */
export function TalkTools({ entry, path }: { entry: Readable; path: string }) {
	const { t, locale } = useTranslation();
	const { id, panel } = entry;
	const isArchived = !("isGlimpse" in entry) && entry.archived;
	return (
		<span className="reading-links">
			<Link to={withParameters(path, { modal: "panelist", id })} preventScrollReset>
				{t("panel.title")}
				{panel.length > 0 && `${marks[locale].colon}${panel.join(marks[locale].item)}`}
			</Link>{" "}
			<Link to={withParameters(path, { modal: "email", id })} preventScrollReset>
				{t(MAIL_WORDS[entry.acceptMail])}
			</Link>{" "}
			{!isArchived && (
				<Link to={`/admin/editor?id=${id}`} aria-keyshortcuts="e" reloadDocument>
					{t("admin.openEditor")}
				</Link>
			)}
		</span>
	);
}
