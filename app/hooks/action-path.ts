import { useInBrowser } from "./in-browser.ts";

/**
 * Address that a form posts to whose errors are shown under `#errors`. Without scripts the fragment moves the focus
 * there. With them the page does, and a fragment would make each answer another address, whose frame is loaded anew: a
 * server that cannot be reached would then take the page away.
 */
export function useActionPath(path: string): string {
	return useInBrowser() ? path : `${path}#errors`;
}
