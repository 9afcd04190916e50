/** The fields of a form as it is posted, without files. */
export function formBody(form: HTMLFormElement): URLSearchParams {
	// The types of browsers do not know that a form without files is accepted.
	return new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
}
