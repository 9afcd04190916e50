import type { ReactNode } from "react";
import type { shownDetails } from "../../pages/entry-details.server.ts";
import { EntryDetails, type ShownEntry } from "./entry-details.tsx";
import { EntryHeadline } from "./entry-headline.tsx";
import { EntryHistory } from "./entry-history.tsx";

type Details = ReturnType<typeof shownDetails>;

/** Everything about one entry that is no talk. `children` stand between its answers and its history. */
export function ConsoleDetails({ details, children }: { details: Details; children?: ReactNode }) {
	const { shown, log } = details;
	return (
		<>
			<EntryHeadline entry={details} />
			<AdminDetails entry={shown} />
			{children}
			<EntryHistory log={log} />
		</>
	);
}

/** Every answer of an entry. */
export function AdminDetails({ entry }: { entry: ShownEntry }) {
	return <EntryDetails entry={entry} audience="admin" />;
}
