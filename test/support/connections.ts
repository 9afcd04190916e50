import { readFileSync } from "node:fs";

const ESTABLISHED = "01";

/** Ports of the clients whose connections a server on this machine has not closed (Linux, IPv4). */
export function clientsOf(serverPort: number): Set<number> {
	const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
	const portOf = (address = "") => Number.parseInt(address.slice(-4), 16);
	return new Set(
		lines.flatMap((line) => {
			const [, local, remote, state] = line.trim().split(/\s+/);
			return state === ESTABLISHED && portOf(local) === serverPort ? [portOf(remote)] : [];
		}),
	);
}
