import ipaddr from "ipaddr.js";

/** Parsed address, with IPv4-mapped IPv6 unwrapped; undefined without one. */
function parse(ip: string | undefined): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
	return ip !== undefined && ipaddr.isValid(ip) ? ipaddr.process(ip) : undefined;
}

const MOST_KEPT = 10_000;

/** Parsed addresses are cached: parsing costs more than serving a cached page. */
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

/** Rate limit key: the IPv4 address, or the /64 of an IPv6 address (one household or phone). */
export const networkOf = keeping((ip) => {
	const address = parse(ip);
	if (!address) return "";
	return address instanceof ipaddr.IPv6 ? groups(address, 4) : address.toString();
});

/** The /24 or /48: enough to recognise a flood, not a person. */
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
