import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { shownValue, textOfPage } from "../support/form.ts";
import { startWatched } from "../support/measured-server.ts";

const BOUNDARY = "slow";
const field = (name: string, value: string) =>
	`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

interface Sent {
	/** All that came back, once the connection has ended. */
	answer: Promise<string>;
	socket: Socket;
}

/** A request as it goes over the wire, and what comes back. */
function send(origin: string, head: string[], body: string): Sent {
	const { hostname, port } = new URL(origin);
	const socket = connect(Number(port), hostname);
	onTestFinished(() => void socket.destroy());
	let text = "";
	const answer = new Promise<string>((done) => {
		socket.on("data", (chunk) => (text += chunk));
		socket.on("error", () => undefined);
		socket.on("close", () => done(text));
	});
	socket.write(`${[...head, `Host: ${hostname}:${port}`, "Connection: close"].join("\r\n")}\r\n\r\n${body}`);
	return { answer, socket };
}

/** A form with a photo of so many bytes, of which only the beginning is sent. */
function upload(origin: string, address: string, length: number): Sent {
	const head = [
		"POST /hangzhou HTTP/1.1",
		`X-Forwarded-For: ${address}`,
		`Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
		`Content-Length: ${length}`,
	];
	return send(origin, head, field("name", "Li Lei"));
}

/** Sends some bytes every half second until the connection ends. */
function trickle({ socket }: Sent, bytes: number): void {
	const timer = setInterval(() => socket.writable && socket.write("x".repeat(bytes)), 500);
	socket.once("close", () => clearInterval(timer));
	onTestFinished(() => clearInterval(timer));
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe("slow connections", () => {
	it("release their places soon and never block other networks; a phone on 2G is waited for", async () => {
		const server = await startWatched();
		const headers = connect(Number(new URL(server.origin).port), "127.0.0.1");
		headers.write("POST /hangzhou HTTP/1.1\r\n");
		const header = setInterval(() => headers.writable && headers.write("x: y\r\n"), 500);
		const headersEnd = new Promise((done) => headers.once("close", done).on("error", () => undefined));
		onTestFinished(() => {
			clearInterval(header);
			headers.destroy();
		});

		// Both networks take every place they can get: by address, then by network.
		const held = [..."abcdefghij"].flatMap((_, n) =>
			Array.from({ length: 10 }, () => [
				upload(server.origin, `2001:db8:7:${n}::1`, 400_000),
				upload(server.origin, `192.0.2.${n}`, 400_000),
			]).flat(),
		);
		for (const one of held) trickle(one, 1);
		const phone = upload(server.origin, "198.51.100.7", 40_000);
		trickle(phone, 1_400);
		const burst = upload(server.origin, "198.51.100.8", 400_000);
		burst.socket.write("x".repeat(150_000));
		await new Promise((done) => setTimeout(done, 1_500));

		// From the same network: the form comes back with what was typed, although there is no place for its photo.
		const typed = new FormData();
		typed.set("title", "Typed with care");
		typed.set("file", new Blob([new Uint8Array(1_000_000)]), "a.jpg");
		const post = (address: string) =>
			fetch(`${server.origin}/hangzhou`, { method: "POST", body: typed, headers: { "X-Forwarded-For": address } });
		const refused = await post("192.0.2.200");
		const page = await refused.text();
		expect([refused.status, shownValue(page, "title")]).toEqual([503, "Typed with care"]);
		expect(textOfPage(page)).toContain("The server is very busy. Please try again in a moment.");
		// From elsewhere: it is judged as ever.
		expect((await post("203.0.113.9")).status).toBe(422);

		const statuses = (await Promise.all(held.map(({ answer }) => answer))).map(statusOf);
		expect(statuses).toEqual(Array(200).fill(408));
		expect(await burst.answer).toContain("too slow");
		await headersEnd;
		expect((await post("192.0.2.200")).status).toBe(422);
		expect(statusOf(await phone.answer)).toBe(400);
	});
});
