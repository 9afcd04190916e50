import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { registrationProblems } from "../accounts/problems.ts";
import { RegisterForm } from "../components/register-form.tsx";
import { pageTitle, seeOther } from "../http.ts";
import { registerForm } from "../schemas/auth.ts";

export async function loader({ context }: LoaderFunctionArgs) {
	const { t, brand, page } = context;
	const title = pageTitle(t, brand, t("register.title"));
	return { title: page.hasProblems ? t("problems.pageTitle", { title }) : title };
}

/** Opens an account. An address that is taken is not named as the reason. */
export async function action({ context }: ActionFunctionArgs) {
	const { services, t, form, locale } = context;
	const given = registerForm.safeParse(form).data ?? registerForm.parse({});
	const problems = registrationProblems(t, given);
	if (problems.length === 0 && !(await services.accounts.register({ ...given, locale }))) {
		problems.push({ field: "email", message: t("register.taken") });
	}
	if (problems.length === 0) throw seeOther("/login?modal=register&registered=1");
	context.page.hasProblems = true;
	return data({ problems, name: given.name, email: given.email }, { status: 422 });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export default function RegisterPage() {
	return (
		<div className="narrow">
			<RegisterForm {...useActionData<typeof action>()} />
		</div>
	);
}
