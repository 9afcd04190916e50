/**
 * Makes each table of the newest migration STRICT, which drizzle-kit cannot write.
 * Run by `npm run migration` right after generating; a merged migration is never touched.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const folder = new URL("../migrations/", import.meta.url);
const newest = readdirSync(folder)
	.filter((name) => name.endsWith(".sql"))
	.sort()
	.at(-1);
if (!newest) throw new Error("no migration to make STRICT");
const file = new URL(newest, folder);
const sql = readFileSync(file, "utf8");
const strict = sql.replace(/(CREATE TABLE [\s\S]*?\n\));/g, "$1 STRICT;");
writeFileSync(file, strict);
console.log(`${newest}: ${strict.split(" STRICT;").length - 1} strict tables`);
