import { read } from "./sources.ts";

/** What the image tells the process of its memory, as environment. */
export const imageMemory: Record<string, string> = Object.fromEntries(
	Array.from(read("Dockerfile").matchAll(/(NODE_OPTIONS|MALLOC_\w+)=(\S+)/g), ([, name = "", value = ""]) => [
		name,
		value,
	]),
);
