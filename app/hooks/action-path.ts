import { useInBrowser } from "./in-browser.ts";

/**
 * Action of a form whose errors are shown at `#errors`. Without scripts the fragment moves the focus there. With
 * scripts the page does that itself, and a fragment would make each answer a new address that reloads the frame, so an
 * unreachable server would replace the page.
 */
export function useActionPath(path: string): string {
	return useInBrowser() ? path : `${path}#errors`;
}
