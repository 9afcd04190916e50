import { randomInt } from "node:crypto";

const MOST_REVISION = 2 ** 47;

/** Names a state of what several organisers edit. It is drawn, so that none names two states. */
export const newRevision = (): number => randomInt(1, MOST_REVISION);
