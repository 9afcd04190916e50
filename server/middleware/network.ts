import ipaddr from "ipaddr.js";

/** The parts of an address, with IPv4 written as IPv6 taken for what it is. Undefined where there is none. */
function parse(ip: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	return ip !== undefined && ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
}

const MOST_KEPT = 10_000;

/** Reading an address costs more than the rest of a kept page; the same visitor asks again and again. */
function keeping(read: (ip: string | undefined) => string): (ip: string | undefined) => string {
	const kept = new Map<string | undefined, string>();
	return (ip) => {
		const known = kept.get(ip);
		if (known !== undefined) return known;
		if (kept.size >= MOST_KEPT) kept.clear();
		const text = read(ip);
		kept.set(ip, text);
		return text;
	};
}

/** Whose allowance a request counts against: one IPv4 address, or the /64 that one household or phone gets. */
export const networkOf = keeping((ip) => {
	const address = parse(ip);
	if (!address) return "";
	return address instanceof ipaddr.IPv6 ? groups(address, 4) : address.toString();
});

/** A /24 or /48: enough to see a flood, not enough to see a person. */
export const ipPrefix = keeping((ip) => {
	const address = parse(ip);
	if (!address) return "";
	return address instanceof ipaddr.IPv6 ? `${groups(address, 3)}::/48` : `${address.octets.slice(0, 3).join(".")}.0/24`;
});

function groups(address: ipaddr.IPv6, count: number): string {
	return address.parts
		.slice(0, count)
		.map((part) => part.toString(16))
		.join(":");
}
