/**
 * Writes app/accounts/common-passwords.json: the 3,000 most common passwords that are long enough to be chosen here, most
 * common first, from the list of @zxcvbn-ts/language-common (MIT). Run it after that package has changed.
 */
import "./node-version.mjs";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { root } from "./sources.mjs";

const MOST = 3_000;
/** As in app/accounts/password.ts, which refuses shorter ones anyway. */
const SHORTEST = 8;

const name = "@zxcvbn-ts/language-common";
const { version, license } = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
const listed = new Set(dictionary["passwords-common"].map((word) => word.toLowerCase()));
const passwords = [...listed].filter((word) => [...word].length >= SHORTEST).slice(0, MOST);
const file = { source: `${name} ${version}`, license, passwords };
writeFileSync(join(root, "app/accounts/common-passwords.json"), `${JSON.stringify(file, null, "\t")}\n`);
