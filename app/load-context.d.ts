import type { LoadContext } from "../server/remix/load-context.ts";

/** The one link from pages to the server: types only. */
declare module "@remix-run/server-runtime" {
	interface AppLoadContext extends LoadContext {}
	interface Future {
		v3_singleFetch: true;
	}
}
