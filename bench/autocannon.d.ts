/** The part of the load generator that is used here; the package brings no types. */
declare module "autocannon" {
	interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration: number;
		headers?: Readonly<Record<string, string>>;
	}

	interface Result {
		"2xx": number;
		non2xx: number;
		/** Connections that failed or timed out. */
		errors: number;
		/** Seconds. */
		duration: number;
	}

	export default function autocannon(options: Options): Promise<Result>;
}
