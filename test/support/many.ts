/** How often a property is tried: a few times in `npm test`, as often as promised in `npm run test:long`. */
export const many = (few: number, asPromised: number): number => (process.env.MANY === "1" ? asPromised : few);
