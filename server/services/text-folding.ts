/** Addresses are compared without case and surrounding space, and an account's is stored so. */
export function foldEmail(email: string): string {
	return email.trim().toLowerCase();
}
