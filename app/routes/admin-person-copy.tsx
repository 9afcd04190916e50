import type { ActionFunctionArgs } from "@remix-run/node";
import { personCopy } from "../pages/person.server.ts";

/** All data stored about a person, as a file. */
export const action = ({ context }: ActionFunctionArgs) => personCopy(context);
