import { describe, expect, it } from "vitest";
import { judge } from "../../server/mail/verdict.ts";

/** Command, what the server answered, and what is made of it. */
const RCPT = [
	["550 5.1.1 <li@example.org>: Recipient address rejected: User unknown in local recipient table", "refused"],
	["550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 Please try", "refused"],
	["550 5.1.2 Recipient address rejected: Domain not found", "refused"],
	["501 5.1.3 Bad recipient address syntax", "refused"],
	["553 5.1.3 The recipient address is not a valid RFC 5321 address", "refused"],
	["550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "refused"],
	["550 5.2.1 The email account that you tried to reach is disabled", "refused"],
	["550 No such user here", "refused"],
	["550 User unknown", "refused"],
	["550 Unknown user", "refused"],
	["550 <relay@client.example>: user unknown", "refused"],
	["550 Requested action not taken: mailbox unavailable", "refused"],
	["550 sorry, no mailbox here by that name (#5.1.1)", "refused"],
	["550 5.4.1 Recipient address rejected: Access denied", "refused"],
	["551 User not local; please try elsewhere", "refused"],
	["550 relaying denied", "held up"],
	["550 5.7.1 Relaying denied", "held up"],
	["550 5.7.1 Unable to relay for li@example.org", "held up"],
	["554 5.7.1 <li@example.org>: Relay access denied", "held up"],
	["554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "held up"],
	["550 5.7.1 <user-unknown@example.org>: denied by policy", "held up"],
	["550 5.7.23 The message was rejected because of Sender Policy Framework violation", "held up"],
	["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "held up"],
	["550 5.1.0 <cfp@localhost>: Sender address rejected: User unknown in virtual mailbox table", "held up"],
	["550 5.1.7 <cfp@localhost>: Sender address rejected: undeliverable address", "held up"],
	["550 5.1.8 <cfp@localhost>: Sender address rejected: Domain not found", "held up"],
	["550 Sender verify failed: no such user", "held up"],
	["554 policy", "held up"],
	["550 administrative prohibition", "held up"],
	["530 5.7.0 Authentication required", "held up"],
	["530 Must issue a STARTTLS command first", "held up"],
	["535 5.7.8 not you", "held up"],
	["503 bad sequence of commands", "held up"],
	["450 4.2.0 Greylisted", "later"],
	["452 4.2.2 mailbox full", "later"],
	["421 4.3.2 shutting down", "later"],
] as const;

const errorOf = (command: string, response: string, code = "EENVELOPE") => ({
	code,
	command,
	response,
	responseCode: Number(response.slice(0, 3)),
});

describe("an answer to RCPT TO", () => {
	it.each(RCPT)("%s: %s", (response, verdict) => {
		expect(judge(errorOf("RCPT TO", response))).toEqual({ verdict, concernsAll: false, isLogin: false });
	});
});

describe("an answer to anything else", () => {
	const NO = "550 5.1.1 no such user";
	it.each([
		["CONN", NO, "EPROTOCOL", "held up", true],
		["CONN", "554 5.7.1 your address is listed", "EPROTOCOL", "held up", true],
		["CONN", "421 too many connections", "EPROTOCOL", "held up", true],
		["EHLO", "550 5.7.1 your name is not known", "ECONNECTION", "held up", true],
		["HELO", NO, "EPROTOCOL", "held up", true],
		["STARTTLS", "554 5.7.3 no TLS", "ETLS", "held up", true],
		["AUTH PLAIN", "535 5.7.8 Error: authentication failed", "EAUTH", "held up", true],
		["MAIL FROM", "550 5.1.8 Sender domain not found", "EENVELOPE", "held up", true],
		["MAIL FROM", NO, "EENVELOPE", "held up", true],
		["MAIL FROM", "530 5.7.0 Must issue a STARTTLS command first", "EENVELOPE", "held up", true],
		["MAIL FROM", "552 5.3.4 Message too big", "EENVELOPE", "refused", false],
		["MAIL FROM", "452 4.3.1 no room", "EENVELOPE", "held up", true],
		["DATA", NO, "EMESSAGE", "refused", false],
		["DATA", "554 5.7.1 looks like spam", "EMESSAGE", "refused", false],
		["DATA", "552 5.3.4 Message size exceeds limit", "EMESSAGE", "refused", false],
		["DATA", "550 5.4.5 Daily user sending limit exceeded", "EMESSAGE", "later", false],
		["DATA", "554 5.7.1 Client host blocked", "EMESSAGE", "later", false],
		["DATA", "552 5.2.2 The recipient's mailbox is full", "EMESSAGE", "later", false],
		["DATA", "451 4.3.0 try later", "EMESSAGE", "later", false],
	])("%s %s (%s) is %s", (command, response, code, verdict, concernsAll) => {
		expect(judge(errorOf(command, response, code))).toMatchObject({ verdict, concernsAll });
	});

	it.each([
		["no connection", { code: "ESOCKET", command: "CONN" }, true],
		["no such host", { code: "EDNS", command: "CONN" }, true],
		["no greeting", { code: "ETIMEDOUT", command: "CONN", timeoutType: "GREETING_TIMEOUT" }, true],
		[
			"silence, perhaps in the middle of a mail",
			{ code: "ETIMEDOUT", command: "CONN", timeoutType: "SOCKET_TIMEOUT" },
			false,
		],
		["an end without a word", { code: "ECONNECTION", command: "CONN" }, false],
		["given up by ourselves", { name: "TimeoutError" }, false],
		["no error of SMTP", {}, false],
	])("%s is never the recipient's fault", (_what, error, concernsAll) => {
		expect(judge(error)).toEqual({ verdict: "held up", concernsAll, isLogin: false });
	});
});
