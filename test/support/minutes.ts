import { judged } from "./figures.ts";

const given = process.env.LOAD_MINUTES;

/** How long a load lasts: as promised, or the minutes in LOAD_MINUTES, to try a test. */
export const minutes = (asPromised: number): number => (given ? Number(given) : asPromised);

/** A load that was shortened says so: its row is not held. */
export const lasted = (asPromised: number, figure: string): string =>
	given ? judged(figure, `${asPromised} min`, Number(given) >= asPromised) : figure;
