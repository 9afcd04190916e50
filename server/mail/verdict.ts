import { reasonOf } from "../print.ts";
import type { Verdict } from "../services/mails/mailing.ts";

export interface Failure {
	verdict: Verdict;
	/** The failure affects every mail, so the queue pauses. */
	concernsAll: boolean;
	/** The server refused the login; repeated attempts may lock the account. */
	isLogin: boolean;
}

/** An SMTP failure as nodemailer reports it: command and response. */
export interface SmtpError {
	message?: string;
	code?: unknown;
	command?: unknown;
	responseCode?: unknown;
	response?: unknown;
	timeoutType?: unknown;
	/** What the network said, where `code` is nodemailer's own. */
	originalCode?: unknown;
}

/** Some servers defer the refusal to DATA and name the recipient there. */
const SOMEBODY_ELSE = /\b(sender|client|host|helo|ehlo|relay\w*|authenticat\w*|log ?in)\b/i;
/** Reply codes that may be about a mailbox (RFC 5321). */
const MAILBOX_CODES = [550, 551, 553, 554];
const MISSING =
	/\b(?:user|mailbox|recipient|account|addressee|address rejected).{0,60}\b(?:unknown|not (?:found|known|here|local)|(?:does|do)(?:n.t| not) exist|unavailable|invalid|disabled|inactive|rejected)/i;
const NO_MAILBOX =
	/\b(?:no|no such|unknown|invalid|bad|non-?existent) (?:user|mailbox|recipient|account|addressee|person)\b/i;

/**
 * Classifies a failure: this mail or the server. A 5xx reply to RCPT TO can be about the recipient. Enhanced codes
 * (RFC 3463) 5.1.x and 5.2.1 are, except 5.1.7 and 5.1.8 (sender); 5.7.x (policy) is not. Otherwise the reply's text
 * decides; if it does not, the failure is temporary. A 5xx reply to DATA refuses this mail for good (RFC 5321, 4.2.1), and so
 * does one about its size, unless it speaks of the sender, of limits or of a full mailbox, which pass. A connection that ends within the text counts as a temporary refusal: perhaps this text ends it.
 * @param inText whether the server had agreed to take the text
 */
export function judge(error: SmtpError & object, inText = false): Failure {
	const command = typeof error.command === "string" ? error.command : "";
	const status = typeof error.responseCode === "number" ? error.responseCode : 0;
	const answer = typeof error.response === "string" ? error.response : "";
	const isLogin = error.code === "EAUTH";
	const own = (verdict: Verdict): Failure => ({ verdict, concernsAll: false, isLogin: false });
	if (command === "RCPT TO") {
		if (status < 500) return own("later");
		return own(refusesMailbox(status, answer) ? "refused" : "held up");
	}
	// Content refused or too large; other mails may pass.
	if (command === "DATA" || error.code === "EMESSAGE" || status === 552)
		return own(status < 500 || isPassing(answer) ? "later" : "refused");
	if (inText && status === 0) return own("later");
	// The connection broke before the text, but not when it was made: only this one may be concerned.
	const inBetween = error.timeoutType === "SOCKET_TIMEOUT" || (error.code === "ECONNECTION" && status === 0);
	return { verdict: "held up", concernsAll: isLogin || (command !== "" && command !== "API" && !inBetween), isLogin };
}

/** Limits of an account (5.4.5) and full mailboxes (5.2.2), in codes and words. */
const PASSING =
	/(?:^|[\s(#-])5\.(?:4\.5|2\.2)\b|\b(?:limit|quota|too many|rate|exceeded|full|block(?:ed|list)?|blacklist\w*|reputation)\b/i;

/** Whether a final reply to DATA is about what may be different tomorrow, and not about the mail. */
function isPassing(answer: string): boolean {
	const isSize = /(?:^|[\s(#-])5\.(?:3\.4|2\.3)\b|\bmessage\b.*\b(?:big|large|size)\b/i.test(answer);
	return !isSize && (PASSING.test(answer) || SOMEBODY_ELSE.test(answer));
}

/** Codes of Node for a certificate that it does not accept. */
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/;

/** Who refused what, in one line for the operator: the mail server the portal, or the portal the certificate of the server. */
export function failureInWords(error: unknown): string {
	const { code, originalCode = code } = (error instanceof Error ? error : {}) as SmtpError;
	if (!CERTIFICATE.test(String(originalCode))) return reasonOf(error);
	const [reason] = reasonOf(error).split("; ");
	return `rostrum does not accept the certificate of the mail server (${reason}): see SMTP_CERTIFICATE in docs/settings.md`;
}

function refusesMailbox(status: number, answer: string): boolean {
	// The address is removed first: it may contain any word.
	const words = answer.replace(/<[^<>]*>|(?<!\S)[^\s@]+@\S+/g, " ");
	const [, subject, detail] = /(?:^|[\s(#-])5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? [];
	if (subject === "1") return detail !== "7" && detail !== "8" && !/\bsender\b/i.test(words);
	if (subject === "2" && detail === "1") return true;
	if (subject === "7" || !MAILBOX_CODES.includes(status)) return false;
	return !SOMEBODY_ELSE.test(words) && (MISSING.test(words) || NO_MAILBOX.test(words));
}
