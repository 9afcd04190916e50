import { Link } from "@remix-run/react";
import { useTranslation } from "../translation.tsx";
import { EntryDetails, type ShownEntry } from "./entry-details.tsx";
import { IncompleteMark } from "./incomplete-mark.tsx";

/** Everything about one entry, with what happened to it. */
export function ProposalDetails(props: {
	id: number;
	status: string;
	incomplete: string[];
	withdrawn: boolean;
	/** Where organisers change it. */
	editPath: string;
	created: string;
	updated: string;
	shown: ShownEntry;
	log: { id: number; at: string; type: string; state: string; by: string }[];
	back: string;
}) {
	const { t } = useTranslation();
	return (
		<article>
			<p>
				<Link to={props.back}>← {t("admin.backToList")}</Link>
			</p>
			<h1>{String(props.shown.answers.title || t("entry.untitled"))}</h1>
			<p className="lead">
				<span className={`status ${props.status.toLowerCase()}`}>{t(`status.${props.status as "New"}`)}</span>{" "}
				{t("entry.created", { time: props.created })} · {t("entry.updated", { time: props.updated })}
			</p>
			<p>
				{props.withdrawn && <span className="status reject">{t("entry.withdrawn")}</span>}{" "}
				<IncompleteMark category={props.shown.category} fields={props.incomplete} />
			</p>
			<p className="actions">
				<a className="button" href={props.editPath}>
					{t("editor.open")}
				</a>
			</p>
			<EntryDetails entry={props.shown} audience="admin" />
			<h2>{t("admin.history")}</h2>
			<ul className="history">
				{props.log.map((line) => (
					<li key={line.id}>
						{line.at} · {t(`log.${line.type as "Created"}`)} · {t(`status.${line.state as "New"}`)} ·{" "}
						{line.by || t("admin.guest")}
					</li>
				))}
			</ul>
		</article>
	);
}
