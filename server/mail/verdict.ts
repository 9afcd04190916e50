import type { Verdict } from "../services/mails/mailing.ts";

export interface Failure {
	verdict: Verdict;
	/** Every mail would meet it: the others need not try. */
	concernsAll: boolean;
	/** The mail server refused the login: many lock accounts after repeated attempts. */
	isLogin: boolean;
}

/** A failure as nodemailer reports it: the command sent, and the complete answer. */
export interface SmtpError {
	message?: string;
	code?: unknown;
	command?: unknown;
	responseCode?: unknown;
	response?: unknown;
	timeoutType?: unknown;
}

/** Servers that put a refusal off until they know the recipient name there whom they mean. */
const SOMEBODY_ELSE = /\b(sender|client|host|helo|ehlo|relay\w*|authenticat\w*|log ?in)\b/i;
/** Codes with which a server may speak of a mailbox (RFC 5321). */
const MAILBOX_CODES = [550, 551, 553, 554];
const MISSING =
	/\b(?:user|mailbox|recipient|account|addressee|address rejected).{0,60}\b(?:unknown|not (?:found|known|here|local)|(?:does|do)(?:n.t| not) exist|unavailable|invalid|disabled|inactive|rejected)/i;
const NO_MAILBOX =
	/\b(?:no|no such|unknown|invalid|bad|non-?existent) (?:user|mailbox|recipient|account|addressee|person)\b/i;

/**
 * Decides whether the recipient or the server is the cause of a failure. Only a 5xx answer to RCPT TO can be about
 * the recipient; its enhanced status code (RFC 3463) decides: 5.1.x and 5.2.1 are, except those about the sender
 * (5.1.7, 5.1.8); 5.7.x, about policy, is not. For other codes the words decide; if they say nothing, it stays open.
 */
export function judge(error: SmtpError & object): Failure {
	const command = typeof error.command === "string" ? error.command : "";
	const status = typeof error.responseCode === "number" ? error.responseCode : 0;
	const answer = typeof error.response === "string" ? error.response : "";
	const isLogin = error.code === "EAUTH";
	const own = (verdict: Verdict): Failure => ({ verdict, concernsAll: false, isLogin: false });
	if (command === "RCPT TO") {
		if (status < 500) return own("later");
		return own(refusesMailbox(status, answer) ? "refused" : "held up");
	}
	// A text that is refused, or too long for this server; another mail may pass.
	if (command === "DATA" || error.code === "EMESSAGE" || status === 552) return own("later");
	// It may have been in the middle of a mail, which is itself the cause.
	const inBetween = error.timeoutType === "SOCKET_TIMEOUT" || (error.code === "ECONNECTION" && status === 0);
	return { verdict: "held up", concernsAll: isLogin || (command !== "" && command !== "API" && !inBetween), isLogin };
}

function refusesMailbox(status: number, answer: string): boolean {
	// The address itself may contain any word.
	const words = answer.replace(/<[^<>]*>|(?<!\S)[^\s@]+@\S+/g, " ");
	const [, subject, detail] = /(?:^|[\s(#-])5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? [];
	if (subject === "1") return detail !== "7" && detail !== "8" && !/\bsender\b/i.test(words);
	if (subject === "2" && detail === "1") return true;
	if (subject === "7" || !MAILBOX_CODES.includes(status)) return false;
	return !SOMEBODY_ELSE.test(words) && (MISSING.test(words) || NO_MAILBOX.test(words));
}
