import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most answers are faster, and showing the line would cost them a frame. */
const WAIT_MS = 100;

/** A thin line while a request is running. */
export function ProgressLine() {
	const isIdle = useNavigation().state === "idle";
	const [isLong, setIsLong] = useState(false);
	useEffect(() => {
		if (isIdle) return setIsLong(false);
		const timer = setTimeout(() => setIsLong(true), WAIT_MS);
		return () => clearTimeout(timer);
	}, [isIdle]);
	return isLong && !isIdle ? <div className="progress-line" /> : null;
}
