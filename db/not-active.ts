import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { FIRST_PRESENCE } from "../app/lifecycle.ts";

/** Condition of the index `entries_withdrawn`. SQLite uses a partial index only where a query has its very words. */
export const isNotActive = (presence: SQLWrapper): SQL => sql`${presence} <> ${sql.raw(`'${FIRST_PRESENCE}'`)}`;
