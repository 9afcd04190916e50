import type { Problem } from "../../programmes/problems.ts";
import { ErrorSummary } from "../forms/error-summary.tsx";
import { CallDifferences, type Difference } from "./call-differences.tsx";

interface Refusal {
	/** The form of the page that came back; "" for none that shows it. */
	form: string;
	problems: readonly Problem[];
	headline?: string;
	differences?: readonly Difference[];
}

/** Why a form of a page with many was refused, right above it. */
export function CallRefusal({ failed }: { failed: Refusal }) {
	const { form, problems, headline, differences = [] } = failed;
	// The ids of the form that the page is about have no prefix.
	const of = form && form !== "call" ? `${form}-` : "";
	const shown = problems.map((one) => ({ ...one, field: `${of}${one.field}` }));
	return (
		<>
			<ErrorSummary problems={shown} {...(headline && { headline })} />
			<CallDifferences differences={differences} />
		</>
	);
}
