import { useRoot } from "../../root-data.ts";

/** Proves that a form comes from a page of this session, for browsers that name no origin. Guests need none. */
export function FormToken() {
	const token = useRoot()?.formToken;
	return token ? <input type="hidden" name="formToken" value={token} /> : null;
}
