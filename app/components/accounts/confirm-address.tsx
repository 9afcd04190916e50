import type { ReactNode } from "react";
import { useAllTexts } from "../../all-texts.ts";
import { useRoot } from "../../root-data.ts";
import { FormToken } from "../forms/form-token.tsx";

/** The button that sends the email which confirms an address once more. @param children why that is needed */
export function ConfirmAddress({ children }: { children: ReactNode }) {
	const { t } = useAllTexts();
	const again = t(useRoot()?.mailLeaves ? "verify.again" : "verify.againSaved");
	return (
		<form method="post" action="/session" className="banner" noValidate>
			<FormToken />
			<p>{children}</p>
			<p className="actions">
				<button type="submit" name="do.verify" value={again}>
					{again}
				</button>
			</p>
		</form>
	);
}
