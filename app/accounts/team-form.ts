import { LONGEST_ADDRESS } from "../programmes/email.ts";

/** What the form of an invitation keeps, beside what was ticked. */
export const TEAM_KEEPS = { email: LONGEST_ADDRESS, role: 20 } as const;
