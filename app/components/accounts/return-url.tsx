import { useAllTexts } from "../../all-texts.ts";

/** The page to return to after login, passed on by every page on the way; "" for none. */

/** An address with the return path. Code that redirects there must check it with `safePath`. */
export function withReturn(address: string, returnPath: string): string {
	if (returnPath === "") return address;
	return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ return: returnPath })}`;
}

/** The same for a form. */
export function ReturnField({ returnPath }: { returnPath: string }) {
	return returnPath ? <input type="hidden" name="return" value={returnPath} /> : null;
}

/** The login form for someone who has just registered in this browser: it knows their address. */
export const LOGIN_AFTER = "/login?registered=1";

/** Where to go after the login: the return path, else the dashboard. */
export function GoOn({ to }: { to: string }) {
	const { t } = useAllTexts();
	return (
		<a className="button primary" href={to || "/dashboard"}>
			{t(to && to !== "/dashboard" ? "login.goOn" : "site.toDashboard")}
		</a>
	);
}
