import type { Translate } from "../i18n.ts";
import { isEmail } from "../programmes/email.ts";
import { isStorable, isUnseen, lineFault, type Problem } from "../programmes/problems.ts";
import { isAddress, isCommonPassword } from "./common-passwords.server.ts";
import { LONGEST_NAME } from "./name.ts";
import { LEAST_STRENGTH, LONGEST_PASSWORD, SHORTEST_PASSWORD, strengthOf } from "./password.ts";

/** What is wrong with a registration, in the specification's order and words (section 5). */
export function registrationProblems(
	t: Translate,
	given: { name: string; email: string; password: string; confirm: string },
): Problem[] {
	const problems: Problem[] = [];
	if (isUnseen(given.name)) problems.push({ field: "name", message: t("register.nameEmpty") });
	else if ([...given.name].length > LONGEST_NAME) {
		const message = t("problemMessages.tooLong", { field: t("register.name"), max: LONGEST_NAME });
		problems.push({ field: "name", message });
	} else {
		const odd = lineFault(given.name);
		if (odd) problems.push({ field: "name", message: t(`problemMessages.${odd}`, { field: t("register.name") }) });
	}
	return [...problems, ...addressProblems(t, given.email), ...chosenPasswordProblems(t, given)];
}

/** What is wrong with the address of an account, wherever it is typed. */
export function addressProblems(t: Translate, email: string): Problem[] {
	return isEmail(email) ? [] : [{ field: "email", message: t("login.email") }];
}

/** A password typed twice, and the address of its account. */
interface Chosen {
	email: string;
	password: string;
	confirm: string;
}

/** What is wrong with the password of a new account. */
export function chosenPasswordProblems(t: Translate, given: Chosen): Problem[] {
	const fault = given.password === "" ? t("login.password") : passwordFault(t, given.password, given.email);
	return typedTwice(t, given, fault, t("login.password"));
}

/** What is wrong with a password that takes the place of another: here the strength counts too. */
export function newPasswordProblems(t: Translate, given: Chosen): Problem[] {
	// Specification section 5: whether both are the same comes before the strength.
	const isWeak = given.password === given.confirm && strengthOf(given.password) < LEAST_STRENGTH;
	const weak = isWeak ? t("reset.weak") : undefined;
	const fault = given.password === "" ? t("reset.empty") : (passwordFault(t, given.password, given.email) ?? weak);
	return typedTwice(t, given, fault);
}

/** @param empty what to say of a second field left empty, where that is not just another password */
function typedTwice(t: Translate, given: Chosen, fault: string | undefined, empty?: string): Problem[] {
	const problems: Problem[] = [];
	if (fault) problems.push({ field: "password", message: fault });
	if (empty && given.confirm === "") problems.push({ field: "confirm", message: empty });
	else if (given.password !== given.confirm) problems.push({ field: "confirm", message: t("register.mismatch") });
	return problems;
}

/** What no password of this address may be, wherever it is set: by a form, a command or a setting. */
export function passwordFault(t: Translate, password: string, email: string): string | undefined {
	const length = [...password].length;
	if (length < SHORTEST_PASSWORD) return t("reset.short");
	if (length > LONGEST_PASSWORD) return t("reset.long");
	if (!isStorable(password)) return t("problemMessages.characters", { field: t("login.passwordLabel") });
	if (isCommonPassword(password)) return t("reset.common");
	if (isAddress(password, email)) return t("reset.address");
}
