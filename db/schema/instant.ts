import { integer } from "drizzle-orm/sqlite-core";

/** A column with milliseconds since the epoch (UTC). */
export const instant = (name: string) => integer(name);
