import { accessTo } from "./access.ts";

/** Beginnings of addresses that are served without a row, or will be. */
const BESIDE_THE_TABLE = /^\/(healthz|readyz|metrics|events|review|_)/;

/** Whether no page, call or file of the portal has an address, so that a form may have it. */
export function isFreeAddress(path: string): boolean {
	return accessTo("GET", path)?.path === "*" && !BESIDE_THE_TABLE.test(path);
}
