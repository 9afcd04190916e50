import { useNavigation } from "@remix-run/react";

/** A thin line while a request is running. CSS shows it after a tenth of a second: most answers are faster. */
export function ProgressLine() {
	const { state } = useNavigation();
	return state === "idle" ? null : <div className="progress-line" />;
}
