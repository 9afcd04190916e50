import { useAllTexts } from "../../all-texts.ts";

/** The page to return to after login, passed on by every page on the way; "" for none. */

/** An address that carries the returnPath on. Whoever acts on it checks that it stays on this site (`safePath`). */
export function withReturn(address: string, returnPath: string): string {
	if (returnPath === "") return address;
	return `${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams({ return: returnPath })}`;
}

/** The same for a form. */
export function ReturnField({ returnPath }: { returnPath: string }) {
	return returnPath ? <input type="hidden" name="return" value={returnPath} /> : null;
}

/** The way on for whoever is signed in: where they wanted to go, else the dashboard. */
export function GoOn({ to }: { to: string }) {
	const { t } = useAllTexts();
	return (
		<a className="button primary" href={to || "/dashboard"}>
			{t(to && to !== "/dashboard" ? "login.goOn" : "site.toDashboard")}
		</a>
	);
}
