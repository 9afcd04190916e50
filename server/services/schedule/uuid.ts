import { createHash } from "node:crypto";

/** The namespace of addresses (RFC 9562, appendix C). */
const ADDRESSES = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/**
 * The UUID (version 5) of an address: stable and unique. The host identifies the portal, not the whole origin, which
 * changes when encryption is added.
 */
export function uuidOf(origin: string, path: string): string {
	const address = new URL(origin).host + path;
	const bytes = createHash("sha1").update(ADDRESSES).update(address).digest().subarray(0, 16);
	bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
	bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
	return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
