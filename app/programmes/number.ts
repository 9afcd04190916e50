/** A positive whole number as addresses and forms carry it: digits alone, few enough to be exact, no zero before them. */
export const NUMBER = /^[1-9]\d{0,14}$/;

/** The number a text says, or 0. Another notation of the same number (`0x5`, `5e0`, ` 5`) is none: it names nothing. */
export function numberIn(text: string): number {
	return NUMBER.test(text) ? Number(text) : 0;
}
