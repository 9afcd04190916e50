import { Link } from "@remix-run/react";
import type { shownDetails } from "../../pages/entry-details.server.ts";
import { Addresses } from "../layout/addresses.tsx";
import { Dated } from "../layout/dated.tsx";

type Mails = ReturnType<typeof shownDetails>["mails"];

/** Every mail that went to the people of an entry, and whether it has arrived. */
export function EntryMails({ mails: { rows, heading, all } }: { mails: Mails }) {
	if (rows.length === 0) return null;
	return (
		<>
			<h2>{heading}</h2>
			<ul className="history">
				{rows.map(({ id, at, subject, state, failed, reason }) => (
					<li key={id}>
						<Dated date={at} /> · {subject} · {failed ? <b className="error">{state}</b> : state}
						{reason && <> · {reason}</>}
					</li>
				))}
			</ul>
			<p>
				<Link to={all.href}>
					<Addresses text={all.text} />
				</Link>
			</p>
		</>
	);
}
