import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/** Where a mail server may say no. */
export const STAGES = ["greeting", "EHLO", "STARTTLS", "AUTH", "MAIL FROM", "RCPT TO", "DATA", "end of data"] as const;
export type Stage = (typeof STAGES)[number];

export interface StagedServer {
	/** `host:port`. */
	host: string;
	/** Recipients of mails taken, in the order in which they were. */
	taken: string[];
	/** The name that each connection gave in EHLO. */
	names: string[];
	/** Message-IDs of mails taken. */
	messageIds: string[];
	/** Connections opened so far. */
	connections(): number;
	/** Highest number of mails under way at once. */
	mostAtOnce(): number;
	/** Answers this line at a stage from now on, or ends the connection where it is empty; without a stage, accepts everything. */
	refuse(stage?: Stage, line?: string): void;
	/** Holds mails to this address until the returned function is called. */
	hold(address: string): () => void;
}

/** A mail server on loopback that speaks SMTP line by line, so that any answer can be given to any command. */
export async function openStages(): Promise<StagedServer> {
	const [taken, names, messageIds] = [[] as string[], [] as string[], [] as string[]];
	const held = new Map<string, Promise<void>>();
	const [opened, underWay] = [new Set<Socket>(), new Set<Socket>()];
	let [count, most, stage, line] = [0, 0, undefined as Stage | undefined, ""];

	function serve(socket: Socket): void {
		count += 1;
		opened.add(socket);
		socket.on("error", () => undefined);
		let recipient = "";
		let inText = false;
		let messageId = "";
		const say = (text: string) => void (socket.writable && socket.write(`${text}\r\n`));
		const sayAt = (at: Stage, otherwise: string) => {
			if (stage !== at) return say(otherwise);
			if (line === "") return void socket.destroy();
			say(line);
		};
		const answer: [RegExp, () => void][] = [
			[
				/^EHLO (.*)/i,
				() => {
					names.push(last.slice("EHLO ".length));
					if (stage === "EHLO") say(line);
					else say(`250-staged\r\n250-8BITMIME\r\n250 ${extension()}`);
				},
			],
			[/^HELO/i, () => sayAt("EHLO", "250 staged")],
			[/^STARTTLS/i, () => sayAt("STARTTLS", "454 not now")],
			[/^AUTH/i, () => sayAt("AUTH", "235 welcome")],
			[/^MAIL FROM/i, () => sayAt("MAIL FROM", "250 ok")],
			[
				/^RCPT TO:<(.*)>/i,
				() => {
					recipient = /<(.*?)>/.exec(last)?.[1] ?? "";
					sayAt("RCPT TO", "250 ok");
				},
			],
			[
				/^DATA/i,
				() => {
					inText = stage !== "DATA";
					if (inText) underWay.add(socket);
					most = Math.max(most, underWay.size);
					sayAt("DATA", "354 go on");
				},
			],
			[/^RSET/i, () => say("250 ok")],
			[/^QUIT/i, () => socket.end("221 bye\r\n")],
		];
		const extension = () => (stage === "STARTTLS" ? "STARTTLS" : "AUTH PLAIN LOGIN");
		let last = "";
		createInterface({ input: socket }).on("line", async (text) => {
			if (inText) {
				// A long one has a line of its own.
				messageId = /^(?:Message-ID:)? (<[0-9a-f]{40}@.*>)$/i.exec(text)?.[1] ?? messageId;
				if (text !== ".") return;
				inText = false;
				await held.get(recipient);
				underWay.delete(socket);
				if (stage !== "end of data") {
					taken.push(recipient);
					messageIds.push(messageId);
				}
				return sayAt("end of data", "250 taken");
			}
			last = text;
			const known = answer.find(([pattern]) => pattern.test(text));
			if (known) known[1]();
			else say("500 what?");
		});
		if (stage === "greeting") socket.end(`${line}\r\n`);
		else say("220 staged ESMTP");
	}

	const server = createServer(serve);
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	onTestFinished(async () => {
		for (const socket of opened) socket.destroy();
		await new Promise((done) => server.close(done));
	});
	return {
		host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		taken,
		names,
		messageIds,
		connections: () => count,
		mostAtOnce: () => most,
		refuse: (at, text = "550 no") => {
			stage = at;
			line = text;
		},
		hold: (address) => {
			let free = (): void => undefined;
			held.set(address, new Promise((done) => (free = done)));
			return () => free();
		},
	};
}
