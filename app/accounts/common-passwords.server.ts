import list from "./common-passwords.json" with { type: "json" };

/** What guesses at this site begin with and lists made elsewhere lack: the words of the event, and of China. */
const OURS = `woaini520 woaini1314 5201314520 xiaoming zhongguo china123 hangzhou hangzhou1 hangzhou2025 opensource
	rostrum1 rostrum2025 conference speaker1 welcome123 administrator admin1234 changeme1`;

/**
 * Passwords that every list of guesses begins with (`scripts/common-passwords.mjs` names the source). Compared without
 * case; a longer password that merely contains one of them is allowed.
 */
const COMMON = new Set([...list.passwords, ...OURS.split(/\s+/)]);

export function isCommonPassword(password: string): boolean {
	return COMMON.has(password.toLowerCase());
}

/** Whether a password is the address of its account, or what stands in it before the @; without case. */
export function isAddress(password: string, email: string): boolean {
	const [whole, typed] = [email.trim().toLowerCase(), password.trim().toLowerCase()];
	return whole !== "" && (typed === whole || typed === whole.replace(/@[^@]*$/, ""));
}
