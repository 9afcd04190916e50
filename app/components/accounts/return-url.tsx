import { useAllTexts } from "../../all-texts.ts";

/** The return path in a form. */
export function ReturnField({ returnPath }: { returnPath: string }) {
	return returnPath ? <input type="hidden" name="return" value={returnPath} /> : null;
}

/** Where to go after the login: the return path, else the dashboard. */
export function GoOn({ to }: { to: string }) {
	const { t } = useAllTexts();
	return (
		<a className="button primary" href={to || "/dashboard"}>
			{t(to && to !== "/dashboard" ? "login.goOn" : "site.toDashboard")}
		</a>
	);
}
