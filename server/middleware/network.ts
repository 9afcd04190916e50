import ipaddr from "ipaddr.js";

/** The parts of an address, with IPv4 written as IPv6 taken for what it is. Undefined where there is none. */
function parse(ip: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	return ip !== undefined && ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
}

/** Whose allowance a request counts against: one IPv4 address, or the /64 that one household or phone gets. */
export function networkOf(ip: string | undefined): string {
	const address = parse(ip);
	if (!address) return "";
	return address instanceof ipaddr.IPv6 ? groups(address, 4) : address.toString();
}

/** A /24 or /48: enough to see a flood, not enough to see a person. */
export function ipPrefix(ip: string | undefined): string {
	const address = parse(ip);
	if (!address) return "";
	return address instanceof ipaddr.IPv6 ? `${groups(address, 3)}::/48` : `${address.octets.slice(0, 3).join(".")}.0/24`;
}

function groups(address: ipaddr.IPv6, count: number): string {
	return address.parts
		.slice(0, count)
		.map((part) => part.toString(16))
		.join(":");
}
