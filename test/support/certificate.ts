import { generateKeyPairSync, sign } from "node:crypto";

export interface Certificate {
	/** Both PEM. */
	key: string;
	cert: string;
}

const SEQUENCE = 0x30;
const [ECDSA_WITH_SHA256, COMMON_NAME, ALTERNATIVE_NAMES] = ["2a8648ce3d040302", "550403", "551d11"];

/** A value of X.509 in its binary form (DER). */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const number = (value: number) => der(0x02, Buffer.from([value]));
const name = (hex = "") => der(0x06, Buffer.from(hex, "hex"));

/** A certificate of localhost and 127.0.0.1 that signs itself. */
export function selfSigned(): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const algorithm = der(SEQUENCE, name(ECDSA_WITH_SHA256));
	const subject = der(SEQUENCE, der(0x31, der(SEQUENCE, name(COMMON_NAME), der(0x0c, Buffer.from("localhost")))));
	const times = der(SEQUENCE, ...["200101000000Z", "491231235959Z"].map((time) => der(0x17, Buffer.from(time))));
	const names = der(SEQUENCE, der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])));
	const extensions = der(SEQUENCE, der(SEQUENCE, name(ALTERNATIVE_NAMES), der(0x04, names)));
	const content = der(
		SEQUENCE,
		der(0xa0, number(2)),
		number(1),
		algorithm,
		subject,
		times,
		subject,
		publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, extensions),
	);
	const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
	const text = der(SEQUENCE, content, algorithm, signature).toString("base64");
	return {
		key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
		cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`,
	};
}
