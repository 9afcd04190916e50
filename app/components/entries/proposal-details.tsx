import { Link } from "@remix-run/react";
import type { modalOf } from "../../pages/proposals.server.ts";
import { programmeOf } from "../../programmes/index.ts";
import { useTranslation } from "../../translation.tsx";
import { withParameters } from "../lists/list-url.ts";
import { AdminDetails } from "./console-details.tsx";
import { EntryHeadline } from "./entry-headline.tsx";
import { EntryHistory } from "./entry-history.tsx";

type Details = Extract<NonNullable<ReturnType<typeof modalOf>>, { kind: "details" }>;

/** Everything about one entry, with what happened to it. */
export function ProposalDetails(props: Details & { path: string }) {
	const { id, path, shown, log } = props;
	const { t } = useTranslation();
	return (
		<>
			<EntryHeadline entry={props} />
			<p className="actions">
				{!programmeOf(shown.category).archived && (
					<Link className="button" to={`/admin/editor?id=${id}`} reloadDocument>
						{t("admin.openEditor")}
					</Link>
				)}{" "}
				<Link className="button" to={withParameters(path, { modal: "email", id })} preventScrollReset>
					{t("letters.which")}
				</Link>{" "}
				<Link className="button" to={withParameters(path, { modal: "panelist", id })} preventScrollReset>
					{t("panel.title")}
				</Link>
			</p>
			<AdminDetails entry={shown} />
			<EntryHistory log={log} />
		</>
	);
}
