/** The part of the load generator that is used here; the package brings no types. */
declare module "autocannon" {
	interface Options {
		url: string;
		connections: number;
		/** Seconds. */
		duration: number;
		headers?: Readonly<Record<string, string>>;
		requests?: readonly Request[];
	}

	interface Request {
		method: "GET" | "POST";
		body?: Buffer;
		headers?: Readonly<Record<string, string>>;
		/** Makes each request anew. */
		setupRequest?: (request: Request) => Request;
	}

	interface Result {
		"2xx": number;
		non2xx: number;
		statusCodeStats: Record<string, { count: number }>;
		/** Connections that failed or timed out. */
		errors: number;
		/** Seconds. */
		duration: number;
	}

	export default function autocannon(options: Options): Promise<Result>;
}
