import { useEffect } from "react";
import { forgetSent } from "../islands/sent-draft.ts";
import { useRoot } from "../root-data.ts";

/** Deletes the draft of the form that was just accepted. @param reference of the entry shown */
export function useSentDraft(reference: string | undefined): void {
	const said = useRoot()?.said;
	useEffect(() => {
		if (said && reference) forgetSent([reference]);
	}, [said, reference]);
}
