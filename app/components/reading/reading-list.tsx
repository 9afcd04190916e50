import { shortPart } from "../../fragments.ts";
import { lookOf, type Status } from "../../lifecycle.ts";
import { useTranslation } from "../../translation.tsx";
import { withParameters } from "../lists/list-url.ts";
import { Tick } from "../lists/tick-boxes.tsx";

export interface ReadableRow {
	id: number;
	title: string;
	status: Status;
	/** It matches the list no longer. */
	gone?: true;
}

interface Props {
	row: ReadableRow;
	/** What stands below its title. */
	about: string;
	/** It is being read. */
	isCurrent: boolean;
	/** Address of the list. */
	path: string;
	/** The ticks of a form that was sent back. */
	kept: readonly number[];
}

/** An entry in the list beside the one that is being read: two short lines. */
export function ShortRow({ row, about, isCurrent, path, kept }: Props) {
	const { t } = useTranslation();
	const { id, title, status, gone } = row;
	return (
		<li id={shortPart(id)} className={gone ? "row-gone" : undefined}>
			<Tick {...{ row, kept }} />
			<a
				href={withParameters(path, { modal: "details", id })}
				aria-current={isCurrent ? "true" : undefined}
				data-entry={id}
			>
				<b>{title || t("entry.untitled")}</b>
				<span className={`status-dot ${lookOf(status)}`}>{t(`status.${status}`)}</span>{" "}
				<span className="hint">
					{about}
					{gone && ` · ${t("admin.rowGone")}`}
				</span>
			</a>
		</li>
	);
}
