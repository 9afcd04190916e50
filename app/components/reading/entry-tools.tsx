import { Link } from "@remix-run/react";
import { Fragment } from "react";
import type { Reading } from "../../pages/reading.server.ts";
import { marks } from "../../programmes/marks.ts";
import { useTranslation } from "../../translation.tsx";
import { Space } from "../layout/space.tsx";
import { withParameters } from "../lists/list-url.ts";
import { mailName } from "../lists/mail-words.ts";

interface Props {
	entry: Reading;
	/** Address to which the parameters of a dialog are added. */
	path: string;
	/** Where it is edited, if it can be. */
	edit: string | undefined;
}

/** Actions on an entry besides its status, as its kind allows. */
export function EntryTools({ entry, path, edit }: Props) {
	const { t, locale } = useTranslation();
	const { id, reference, panel, mailBeside, answers } = entry;
	return (
		<>
			{answers.map(({ name, label }) => (
				<Fragment key={name}>
					<button type="submit" name={name} value={label}>
						{label}
					</button>
					<Space />
				</Fragment>
			))}
			<span className="reading-links">
				{panel && (
					<Link to={withParameters(path, { modal: "panelist", id })}>
						{t("panel.title")}
						{panel.length > 0 && `${marks[locale].colon}${panel.join(marks[locale].item)}`}
					</Link>
				)}
				<Space />
				{mailBeside && (
					<Link to={withParameters(path, { modal: "email", id })}>{mailName(t, marks[locale].colon, mailBeside)}</Link>
				)}
				<Space />
				<Link to={`/admin/messages/${reference}`}>
					{t("entry.messages")}
					{entry.messages && `${marks[locale].colon}${entry.messages}`}
				</Link>
				<Space />
				{edit !== undefined && (
					<Link to={edit} aria-keyshortcuts="e">
						{t("admin.openEditor")}
					</Link>
				)}
			</span>
		</>
	);
}
