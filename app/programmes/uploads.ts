import type { Translate } from "../i18n.ts";
import type { Field, FieldOf } from "./define.ts";

/** The question for a file, where there is one. */
export function uploadIn(fields: readonly Field[]): FieldOf<"photo"> | undefined {
	return fields.find((field): field is FieldOf<"photo"> => field.kind === "photo");
}

/** Whether the file of an entry is of its work: only its author and the organisers get it. */
export function takesWork(fields: readonly Field[]): boolean {
	return uploadIn(fields)?.work === true;
}

/** Whether entries have a portrait, which everyone sees. */
export function takesPortrait(fields: readonly Field[]): boolean {
	return uploadIn(fields) !== undefined && !takesWork(fields);
}

/** Where the file of a work is fetched. @param spot of its entry, where there is one @param key of its private link, or "" */
export function workPath(name: string, spot = "", key = ""): string {
	const search = new URLSearchParams({ ...(spot && { spot }), ...(key && { key }) });
	return search.size > 0 ? `/works/${name}?${search}` : `/works/${name}`;
}

/** How details show the stored file of an entry: a portrait by its name, a work by its address. See `workPath`. */
export function shownFile(
	fields: readonly Field[],
	photo: string | null,
	spot?: string,
	key?: string,
): { photo: string | null; work?: string } {
	return photo !== null && takesWork(fields) ? { photo: null, work: workPath(photo, spot, key) } : { photo };
}

/** What is said differently of a file that is not a portrait. */
const OF_WORK = {
	tooBig: "workFile.tooBig",
	gone: "workFile.gone",
	networkQuota: "workFile.networkQuota",
	accountQuota: "workFile.accountQuota",
	noRoom: "workFile.noRoom",
	heic: "workFile.wrongType",
	svg: "workFile.wrongType",
	gif: "workFile.wrongType",
	notImage: "workFile.wrongType",
} as const;

export type UploadFault =
	| "empty"
	| "pdf"
	| "brokenPdf"
	| "tooManyPixels"
	| "tooLong"
	| "tooCostly"
	| "damaged"
	| keyof typeof OF_WORK;

/** Why a file is not taken. */
export function uploadRefused(t: Translate, { work }: FieldOf<"photo">, fault: UploadFault): string {
	return work && isOfWork(fault) ? t(OF_WORK[fault]) : t(`photo.refused.${fault}`);
}

const isOfWork = (fault: UploadFault): fault is keyof typeof OF_WORK => fault in OF_WORK;
