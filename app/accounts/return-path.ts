/** The page to return to after login, passed on by every page on the way; "" for none. */

/** An address with the return path. Code that redirects there must check it with `safePath`. */
export function withReturn(address: string, returnPath: string): string {
	if (returnPath === "") return address;
	return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ return: returnPath })}`;
}

/** The login form for someone who has just registered in this browser: it knows their address. */
export const LOGIN_AFTER = "/login?registered=1";
