import { pathsOf } from "../../app/programmes/forms.ts";
import { type AccessRow, access as table } from "../../server/access.ts";
import { programmes } from "./templates.ts";

const CALLS = programmes.flatMap(pathsOf);

/** The access table, with a row for each call of a new installation in place of the one for all. */
export const access: readonly AccessRow[] = table.flatMap((row) =>
	row.path === "/:call" ? CALLS.map((path) => ({ ...row, path })) : row,
);

/** Whether a path is that of a call's form in a new installation. */
export const isCall = (path: string) => CALLS.includes(path);
