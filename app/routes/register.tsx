import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { LONGEST_NAME } from "../accounts/name.ts";
import { registrationProblems } from "../accounts/problems.ts";
import { withReturn } from "../accounts/return-path.ts";
import { RegisterForm } from "../components/accounts/register-form.tsx";
import { pageMeta, type RouteHandle } from "../handle.ts";
import { pageTitle, seeOther } from "../http.ts";
import { LONGEST_ADDRESS } from "../programmes/email.ts";
import { LONGEST_RETURN } from "../programmes/shown-again.ts";
import { registerForm } from "../schemas/auth.ts";

export const handle = {
	island: "account",
	keeps: { name: LONGEST_NAME, email: LONGEST_ADDRESS, return: LONGEST_RETURN },
} satisfies RouteHandle;

export async function loader({ context }: LoaderFunctionArgs) {
	const { t } = context;
	return { ownPreferences: true, title: pageTitle(context, t("register.title")) };
}

/** Opens an account. An address that is taken is not named as the reason. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, actor, t, form, locale } = context;
	const given = registerForm.safeParse(form).data ?? registerForm.parse({});
	const problems = registrationProblems(t, given);
	if (problems.length === 0 && !(await services.accounts.register(actor, { ...given, locale }))) {
		problems.push({ field: "email", message: t("register.taken") });
	}
	if (problems.length === 0) {
		context.keepStep("registered", given.email);
		throw seeOther(withReturn("/login?modal=register&registered=1", given.return));
	}
	return context.sendBack(handle.keeps, { problems });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => pageMeta(page);

export default function RegisterPage() {
	const failed = useActionData<typeof action>();
	return <RegisterForm failed={failed} returnPath={failed?.values.return ?? ""} />;
}
